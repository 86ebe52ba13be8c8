--  RM 9.7.4, 11.4: An exception in the abortable part cancels the trigger and is propagated.
--  Answer: END
procedure Async_Exception_In_Abortable_Part is
   Caught : Boolean := False;
   protected P is
      entry E;
      function Waiting return Integer;
   private
      Open : Boolean := False;
   end P;
   protected body P is
      entry E when Open is
      begin
         null;
      end E;
      function Waiting return Integer is (E'Count);
   end P;
begin
   begin
      select
         P.E;
         pragma Assert (False);
      then abort
         raise Constraint_Error;
      end select;
      pragma Assert (False);
   exception
      when Constraint_Error => Caught := P.Waiting = 0;
   end;
   pragma Assert (Caught);
   pragma Assert (False, "END");
end Async_Exception_In_Abortable_Part;
