--  RM 9.7.4, 11.4: An exception of the triggering call is propagated after the abortable part is
--  aborted.
--  Answer: END
procedure Async_Exception_In_Trigger is
   Failure : exception;
   Caught : Boolean := False;
   protected P is
      entry E;
      procedure Fire;
   private
      Open : Boolean := False;
   end P;
   protected body P is
      entry E when Open is
      begin
         raise Failure;
      end E;
      procedure Fire is
      begin
         Open := True;
      end Fire;
   end P;
begin
   begin
      select
         P.E;
         pragma Assert (False);
      then abort
         P.Fire;
         loop
            delay 0.001;
         end loop;
      end select;
      pragma Assert (False);
   exception
      when Failure => Caught := True;
   end;
   pragma Assert (Caught);
   pragma Assert (False, "END");
end Async_Exception_In_Trigger;
