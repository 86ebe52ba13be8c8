with Shared;
package body Two is
begin
   Shared.Order := Shared.Order * 10 + 2;
end Two;
