--  RM 9.2(6): An exception in the declarative part: the tasks not yet activated become terminated.
--  Answer: END
procedure Act_Exception_Before_Activation is
   function Zero return Integer is
   begin
      return 0;
   end Zero;
   Failed, Left : Boolean := False;
begin
   begin
      declare
         task T is
            entry E;
         end T;
         task Guard is
            entry F;
         end Guard;
         task body T is
         begin
            accept E;
         end T;
         task body Guard is
         begin
            accept F;
         end Guard;
         P : Positive := Zero;
      begin
         Left := P = 0;
      end;
   exception
      when Constraint_Error => Failed := True;
   end;
   pragma Assert (Failed and not Left);
   pragma Assert (False, "END");
end Act_Exception_Before_Activation;
