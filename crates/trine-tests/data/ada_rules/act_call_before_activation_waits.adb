--  RM 9.2, 9.5.3: A call of a task that is not yet activated waits; where the caller is the
--  activator, for ever.
--  Answer: hangs
procedure Act_Call_Before_Activation_Waits is
   task T is
      entry E;
   end T;
   function Call return Integer is
   begin
      T.E;
      return 1;
   end Call;
   task body T is
   begin
      accept E;
   end T;
   X : Integer := Call;
begin
   X := X + 1;
end Act_Call_Before_Activation_Waits;
