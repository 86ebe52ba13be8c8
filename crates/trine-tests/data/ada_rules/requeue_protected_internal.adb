--  RM 9.5.4: A requeue inside one protected object: the barrier of the target decides.
--  Answer: END
procedure Requeue_Protected_Internal is
   protected P is
      entry A (R : out Integer);
      procedure Open;
   private
      entry B (R : out Integer);
      Opened : Boolean := False;
   end P;
   protected body P is
      entry A (R : out Integer) when True is
      begin
         R := 1;
         requeue B;
      end A;
      entry B (R : out Integer) when Opened is
      begin
         R := 2;
      end B;
      procedure Open is
      begin
         Opened := True;
      end Open;
   end P;
   N : Integer := 0;
begin
   declare
      task T;
      task body T is
      begin
         P.A (N);
      end T;
   begin
      P.Open;
   end;
   pragma Assert (N = 2);
   pragma Assert (False, "END");
end Requeue_Protected_Internal;
