--  RM 9.5.3, 9.9(5): A barrier may use 'Count: a barrier of two tasks.
--  Answer: END
procedure Prot_Count_In_Barrier is
   protected P is
      entry Meet;
   private
      Leaving : Boolean := False;
   end P;
   protected body P is
      entry Meet when Meet'Count = 2 or Leaving is
      begin
         Leaving := Meet'Count > 0;
      end Meet;
   end P;
   N : Integer := 0;
begin
   declare
      task A;
      task B;
      task body A is
      begin
         P.Meet;
      end A;
      task body B is
      begin
         P.Meet;
      end B;
   begin
      N := 1;
   end;
   pragma Assert (N = 1);
   pragma Assert (False, "END");
end Prot_Count_In_Barrier;
