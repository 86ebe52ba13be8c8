procedure Address_Clause is
   X : Integer := 1;
   Y : Integer;
   for Y'Address use X'Address;
begin
   Y := 2;
   pragma Assert (X = 1);
end Address_Clause;
