--  Not Ada: inside its own definition a type is not visible.
procedure Own_Component is
   type Integer is array (1 .. 3) of Integer;
   X : Integer;
begin
   X := (1 .. 3 => 7);
end Own_Component;
