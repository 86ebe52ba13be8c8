--  RM 9.7.4: The abortable part is left when the triggering call completes.
--  Answer: END
procedure Async_Entry_Aborts is
   N : Integer := 0;
   protected P is
      entry E (R : out Integer);
      procedure Fire;
   private
      Open : Boolean := False;
   end P;
   protected body P is
      entry E (R : out Integer) when Open is
      begin
         R := 5;
      end E;
      procedure Fire is
      begin
         Open := True;
      end Fire;
   end P;
begin
   select
      P.E (N);
      N := N + 1;
   then abort
      P.Fire;
      loop
         delay 0.001;
      end loop;
   end select;
   pragma Assert (N = 6);
   pragma Assert (False, "END");
end Async_Entry_Aborts;
