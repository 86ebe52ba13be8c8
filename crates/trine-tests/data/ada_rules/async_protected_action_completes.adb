--  RM 9.7.4, 9.8: A protected action inside the abortable part is completed before the part is
--  left.
--  Answer: END
procedure Async_Protected_Action_Completes is
   protected P is
      entry E;
      procedure Fire;
      function Value return Integer;
   private
      Open : Boolean := False;
      N : Integer := 0;
   end P;
   protected body P is
      entry E when Open is
      begin
         N := N + 10;
      end E;
      procedure Fire is
      begin
         Open := True;
         N := N + 1;
      end Fire;
      function Value return Integer is (N);
   end P;
begin
   select
      P.E;
   then abort
      P.Fire;
      loop
         delay 0.001;
      end loop;
   end select;
   pragma Assert (P.Value = 11);
   pragma Assert (False, "END");
end Async_Protected_Action_Completes;
