--  RM 9.7.3: A conditional call of a task that is not yet activated takes its else part.
--  Answer: END
procedure Act_Conditional_Call_Before_Activation is
   task T is
      entry E;
   end T;
   function Call return Integer is
   begin
      select
         T.E;
         return 1;
      else
         return 2;
      end select;
   end Call;
   task body T is
   begin
      select
         accept E;
      or
         terminate;
      end select;
   end T;
   X : constant Integer := Call;
begin
   pragma Assert (X = 2);
   pragma Assert (False, "END");
end Act_Conditional_Call_Before_Activation;
