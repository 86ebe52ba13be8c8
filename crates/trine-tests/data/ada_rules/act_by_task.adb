--  RM 9.2(3): A task activates those of its own declarative part.
--  Answer: END
procedure Act_By_Task is
   N : Integer := 0;
begin
   declare
      task Outer;
      task body Outer is
         task Inner is
            entry E;
         end Inner;
         task body Inner is
         begin
            accept E do
               N := N + 1;
            end E;
         end Inner;
      begin
         Inner.E;
         N := N + 1;
      end Outer;
   begin
      null;
   end;
   pragma Assert (N = 2);
   pragma Assert (False, "END");
end Act_By_Task;
