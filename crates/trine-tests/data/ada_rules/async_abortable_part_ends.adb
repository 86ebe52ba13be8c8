--  RM 9.7.4: When the abortable part ends first, the triggering call is cancelled.
--  Answer: END
procedure Async_Abortable_Part_Ends is
   N : Integer := 0;
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
   select
      P.E;
      N := N + 100;
   then abort
      N := N + 1;
      pragma Assert (P.Waiting = 1);
   end select;
   pragma Assert (N = 1 and P.Waiting = 0);
   pragma Assert (False, "END");
end Async_Abortable_Part_Ends;
