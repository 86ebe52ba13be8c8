procedure Succ is
   type Ring is mod 7;
   R : Ring := Ring'Last;
begin
   R := Ring'Succ (R);
   pragma Assert (R = 0);
   R := Ring'Pred (R);
   pragma Assert (R = 6);
end Succ;
