--  RM 9.4: Protected types may have discriminants, and arrays of them are independent.
--  Answer: END
procedure Prot_Type_With_Discriminant is
   protected type Cell (Start : Integer) is
      procedure Up;
      function Get return Integer;
   private
      N : Integer := Start;
   end Cell;
   protected body Cell is
      procedure Up is
      begin
         N := N + Start;
      end Up;
      function Get return Integer is
      begin
         return N;
      end Get;
   end Cell;
   A : Cell (1);
   B : Cell (5);
   type Ref is access Cell;
   R : constant Ref := new Cell (7);
begin
   A.Up;
   B.Up;
   R.Up;
   pragma Assert (A.Get = 2 and B.Get = 10 and R.Get = 14);
   pragma Assert (False, "END");
end Prot_Type_With_Discriminant;
