procedure Membership is
   subtype Small is Integer range 1 .. 3;
   V : Integer := 11;
   function One return Integer is
   begin
      return 1;
   end One;
begin
   pragma Assert (V in 10 | 11 and One = 1);
   pragma Assert (V not in Small and One = 1);
   pragma Assert (not (One in Small and V in Small));
   pragma Assert (One in Small or V in Small);
   pragma Assert (V in Small xor V in 11 .. 12 | 14);
end Membership;
