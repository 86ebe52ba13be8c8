--  RM 3.11(7): Declarations are elaborated in their order.
--  Answer: END
procedure Elab_In_Order is
   Order : Integer := 0;
   function Next (N : Integer) return Integer is
   begin
      Order := Order * 10 + N;
      return N;
   end Next;
begin
   declare
      A : constant Integer := Next (1);
      B, C : constant Integer := Next (2);
      package P is
         D : constant Integer := Next (3);
      end P;
      package body P is
         E : constant Integer := Next (4);
      begin
         pragma Assert (E = Next (5) - 1);
      end P;
      F : constant Integer := Next (6);
   begin
      pragma Assert (A + B + C + P.D + F = 14);
   end;
   pragma Assert (Order = 1_223_456);
   pragma Assert (False, "END");
end Elab_In_Order;
