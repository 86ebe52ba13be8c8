--  RM 9.5.2: An accept of one index leaves the calls of the others in their queues.
--  Answer: END
procedure Family_In_Order is
   Order : Integer := 0;
begin
   declare
      task S is
         entry E (1 .. 3);
      end S;
      task type C (I : Integer);
      task body S is
      begin
         while E (1)'Count + E (2)'Count + E (3)'Count < 3 loop
            delay 0.001;
         end loop;
         for I in reverse 1 .. 3 loop
            accept E (I) do
               Order := Order * 10 + I;
            end E;
         end loop;
      end S;
      task body C is
      begin
         S.E (I);
      end C;
      A : C (1);
      B : C (2);
      D : C (3);
   begin
      null;
   end;
   pragma Assert (Order = 321);
   pragma Assert (False, "END");
end Family_In_Order;
