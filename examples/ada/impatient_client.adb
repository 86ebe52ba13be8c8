procedure Impatient_Client is

   task Server is
      entry Ready;
      entry Serve;
   end Server;

   Served : Boolean := False;

   task body Server is
   begin
      accept Ready;
      accept Serve;
   end Server;

begin
   Server.Ready;
   loop
      select
         Server.Serve;
         Served := True;
      else
         delay 0.01;
      end select;
      exit when Served;
   end loop;
end Impatient_Client;
