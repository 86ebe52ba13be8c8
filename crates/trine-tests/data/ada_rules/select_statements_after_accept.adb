--  RM 9.7.1: The statements of an alternative run after the rendezvous, without the caller.
--  Answer: END
procedure Select_Statements_After_Accept is
   N : Integer := 0;
   task S is
      entry A;
      entry B (R : out Integer);
   end S;
   task body S is
   begin
      loop
         select
            accept A;
            N := N + 1;
         or
            accept B (R : out Integer) do
               R := N;
            end B;
         or
            terminate;
         end select;
      end loop;
   end S;
   X : Integer;
begin
   S.A;
   S.A;
   S.B (X);
   pragma Assert (X = 2);
   pragma Assert (False, "END");
end Select_Statements_After_Accept;
