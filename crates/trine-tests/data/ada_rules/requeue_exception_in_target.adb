--  RM 9.5.4, 11.4: An exception in the target of a requeue reaches the original caller.
--  Answer: END
procedure Requeue_Exception_In_Target is
   Failure : exception;
   Caught : Boolean := False;
   protected P is
      entry A;
   private
      entry B;
   end P;
   protected body P is
      entry A when True is
      begin
         requeue B;
      end A;
      entry B when True is
      begin
         raise Failure;
      end B;
   end P;
begin
   begin
      P.A;
   exception
      when Failure => Caught := True;
   end;
   pragma Assert (Caught);
   pragma Assert (False, "END");
end Requeue_Exception_In_Target;
