procedure Called_Early_By_Another is
   function F return Integer;
   function G return Integer is
   begin
      return F + 1;
   end G;
   Z : Integer := G;
   function F return Integer is
   begin
      return 1;
   end F;
begin
   null;
end Called_Early_By_Another;
