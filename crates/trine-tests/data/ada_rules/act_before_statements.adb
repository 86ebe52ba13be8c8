--  RM 9.2(5): The activator waits at its first statement until the declarative parts of its tasks
--  are elaborated.
--  Answer: END
procedure Act_Before_Statements is
   X : Integer := 0;
   function Set return Integer is
   begin
      X := X + 1;
      return X;
   end Set;
begin
   declare
      task T;
      task body T is
         Y : Integer := Set;
      begin
         if Y = 0 then
            X := 100;
         end if;
      end T;
   begin
      pragma Assert (X = 1);
   end;
   pragma Assert (False, "END");
end Act_Before_Statements;
