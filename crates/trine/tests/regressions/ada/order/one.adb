with Two; pragma Elaborate_All (Two);
with Shared;
package body One is
begin
   Shared.Order := Shared.Order * 10 + 1;
end One;
