--  RM 9.8(2): The task to abort may be named through an access value.
--  Answer: END
procedure Abort_Through_Access is
   task type T is
      entry E;
   end T;
   type Ref is access T;
   task body T is
   begin
      accept E;
   end T;
   R : constant Ref := new T;
begin
   abort R.all;
   while not R'Terminated loop
      delay 0.001;
   end loop;
   pragma Assert (False, "END");
end Abort_Through_Access;
