procedure Failed_Activation is

   function Level (Request : in Integer) return Positive is
   begin
      return Request;
   end Level;

   Failed : Boolean := False;

begin
   declare
      task Worker;

      task body Worker is
         Own : constant Positive := Level (0);
      begin
         null;
      end Worker;
   begin
      null;
   end;
exception
   when Tasking_Error =>
      Failed := True;
      pragma Assert (Failed);
end Failed_Activation;
