with One, Two, Shared;
procedure Main is
begin
   pragma Assert (Shared.Order = 21);
end Main;
