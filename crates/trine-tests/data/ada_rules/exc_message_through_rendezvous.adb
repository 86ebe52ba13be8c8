--  RM 9.5.2, 11.4.1: The caller sees the message of the exception that left the accept statement.
--  Answer: END
with Ada.Exceptions; use Ada.Exceptions;
procedure Exc_Message_Through_Rendezvous is
   Failure : exception;
   Same : Boolean := False;
   task T is
      entry E;
   end T;
   task body T is
   begin
      accept E do
         raise Failure with "from the server";
      end E;
   exception
      when Failure => null;
   end T;
begin
   begin
      T.E;
   exception
      when X : Failure => Same := Exception_Message (X) = "from the server";
   end;
   pragma Assert (Same);
   pragma Assert (False, "END");
end Exc_Message_Through_Rendezvous;
