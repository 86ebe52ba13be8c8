--  RM 9.7.1(14): An alternative whose guard is false is not selected, although a call waits.
--  Answer: END
procedure Select_Guard_Closed is
   Order : Integer := 0;
begin
   declare
      task S is
         entry A;
         entry B;
      end S;
      task C;
      task D;
      task body S is
         First : Boolean := True;
      begin
         while A'Count + B'Count < 2 loop
            delay 0.001;
         end loop;
         for I in 1 .. 2 loop
            select
               when not First =>
                  accept A do
                     Order := Order * 10 + 1;
                  end A;
            or
               when First =>
                  accept B do
                     Order := Order * 10 + 2;
                  end B;
                  First := False;
            end select;
         end loop;
      end S;
      task body C is
      begin
         S.A;
      end C;
      task body D is
      begin
         S.B;
      end D;
   begin
      null;
   end;
   pragma Assert (Order = 21);
   pragma Assert (False, "END");
end Select_Guard_Closed;
