--  RM 9.5.4: The target of a requeue may be an entry of a family.
--  Answer: END
procedure Requeue_Family is
   N : Integer := 0;
   task S is
      entry Start (I : Integer);
      entry Stage (1 .. 3) (I : Integer);
   end S;
   task body S is
   begin
      accept Start (I : Integer) do
         requeue Stage (I);
      end Start;
      select
         accept Stage (1) (I : Integer) do
            N := 10 + I;
         end Stage;
      or
         accept Stage (2) (I : Integer) do
            N := 20 + I;
         end Stage;
      or
         accept Stage (3) (I : Integer) do
            N := 30 + I;
         end Stage;
      end select;
   end S;
begin
   S.Start (2);
   pragma Assert (N = 22);
   pragma Assert (False, "END");
end Requeue_Family;
