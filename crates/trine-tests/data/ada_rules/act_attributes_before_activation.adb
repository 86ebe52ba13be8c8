--  RM 9.9(2): A task that is not yet activated is callable and not terminated.
--  Answer: END
procedure Act_Attributes_Before_Activation is
   task T;
   C : constant Boolean := T'Callable;
   E : constant Boolean := T'Terminated;
   task body T is
   begin
      null;
   end T;
begin
   pragma Assert (C and not E);
   pragma Assert (False, "END");
end Act_Attributes_Before_Activation;
