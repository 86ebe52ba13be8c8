--  RM 9.7.1(21): A select whose alternatives are all closed raises Program_Error.
--  Answer: END
procedure Select_All_Closed is
   Caught : Boolean := False;
begin
   declare
      task S is
         entry A;
         entry B;
      end S;
      task body S is
         Open : Boolean := False;
      begin
         select
            when Open =>
               accept A;
         or
            when Open and then Open =>
               accept B;
         end select;
         pragma Assert (False);
      exception
         when Program_Error => Caught := True;
      end S;
   begin
      null;
   end;
   pragma Assert (Caught);
   pragma Assert (False, "END");
end Select_All_Closed;
