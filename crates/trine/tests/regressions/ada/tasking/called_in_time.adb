procedure Called_In_Time is
   X : Integer := 0;
   function F return Integer;
   function G return Integer is
   begin
      return F + 1;
   end G;
   Y : Integer := X;
   function F return Integer is
   begin
      return 1;
   end F;
   Z : Integer := G;
begin
   pragma Assert (Z = 2);
   pragma Assert (G = 2);
end Called_In_Time;
