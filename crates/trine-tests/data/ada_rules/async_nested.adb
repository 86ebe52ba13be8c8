--  RM 9.7.4: An outer trigger also ends what runs inside an inner asynchronous select.
--  Answer: END
--  GNAT: dies Assertion_Error
procedure Async_Nested is
   N : Integer := 0;
   protected P is
      entry E;
      entry Never;
      procedure Fire;
      function Waiting return Integer;
   private
      Open, Closed : Boolean := False;
   end P;
   protected body P is
      entry E when Open is
      begin
         null;
      end E;
      entry Never when Closed is
      begin
         null;
      end Never;
      procedure Fire is
      begin
         Open := True;
      end Fire;
      function Waiting return Integer is (Never'Count);
   end P;
begin
   select
      P.E;
      N := N + 1;
   then abort
      select
         P.Never;
         N := N + 10;
      then abort
         P.Fire;
         loop
            delay 0.001;
         end loop;
      end select;
      N := N + 100;
   end select;
   pragma Assert (N = 1 and P.Waiting = 0);
   pragma Assert (False, "END");
end Async_Nested;
