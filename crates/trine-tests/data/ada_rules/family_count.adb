--  RM 9.9(5): 'Count of a family counts one index.
--  Answer: END
procedure Family_Count is
begin
   declare
      task S is
         entry E (1 .. 2);
      end S;
      task A;
      task B;
      task body S is
      begin
         while E (2)'Count < 2 loop
            delay 0.001;
         end loop;
         pragma Assert (E (1)'Count = 0);
         accept E (2) do
            pragma Assert (E (2)'Count = 1);
         end E;
         accept E (2);
         pragma Assert (E (2)'Count = 0);
      end S;
      task body A is
      begin
         S.E (2);
      end A;
      task body B is
      begin
         S.E (2);
      end B;
   begin
      null;
   end;
   pragma Assert (False, "END");
end Family_Count;
