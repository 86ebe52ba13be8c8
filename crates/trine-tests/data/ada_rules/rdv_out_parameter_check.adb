--  RM 9.5.3, 6.4.1: A value that an out parameter brings back is checked in the caller, after the
--  rendezvous.
--  Answer: END
procedure Rdv_Out_Parameter_Check is
   Done, Caught : Boolean := False;
   Small : Integer range 0 .. 9 := 3;
begin
   declare
      task T is
         entry E (R : out Integer);
      end T;
      task body T is
      begin
         accept E (R : out Integer) do
            R := 10;
         end E;
         Done := True;
      end T;
   begin
      T.E (Small);
      pragma Assert (False);
   exception
      when Constraint_Error => Caught := True;
   end;
   pragma Assert (Done and Caught and Small = 3);
   pragma Assert (False, "END");
end Rdv_Out_Parameter_Check;
