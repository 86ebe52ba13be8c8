--  RM 6.1.1(29): 'Result and 'Old in a postcondition.
--  Answer: END
procedure Contract_Result is
   function Twice (V : Integer) return Integer with Post => Twice'Result = V + V;
   function Twice (V : Integer) return Integer is
   begin
      return V * 2;
   end Twice;
   procedure Swap (A, B : in out Integer) with Post => A = B'Old and B = A'Old;
   procedure Swap (A, B : in out Integer) is
      T : constant Integer := A;
   begin
      A := B;
      B := T;
   end Swap;
   X : Integer := 1;
   Y : Integer := 2;
begin
   Swap (X, Y);
   pragma Assert (Twice (X) = 4 and Y = 1);
   pragma Assert (False, "END");
end Contract_Result;
