--  RM 9.5.3(17): Calls of one entry are served in the order in which they came.
--  Answer: END
procedure Rdv_Fifo is
   Order : Integer := 0;
begin
   declare
      task S is
         entry E (N : Integer);
      end S;
      task A is
         entry Go;
      end A;
      task B is
         entry Go;
      end B;
      task body A is
      begin
         accept Go;
         S.E (1);
      end A;
      task body B is
      begin
         accept Go;
         S.E (2);
      end B;
      task body S is
      begin
         B.Go;
         while E'Count < 1 loop
            delay 0.001;
         end loop;
         A.Go;
         while E'Count < 2 loop
            delay 0.001;
         end loop;
         for I in 1 .. 2 loop
            accept E (N : Integer) do
               Order := Order * 10 + N;
            end E;
         end loop;
      end S;
   begin
      null;
   end;
   pragma Assert (Order = 21);
   pragma Assert (False, "END");
end Rdv_Fifo;
