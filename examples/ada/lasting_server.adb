procedure Lasting_Server is

   task Server is
      entry Serve;
   end Server;

   task Client;

   task body Server is
   begin
      loop
         select
            accept Serve;
         or
            terminate;
         end select;
      end loop;
   end Server;

   task body Client is
   begin
      Server.Serve;
      Server.Serve;
   end Client;

begin
   Server.Serve;
end Lasting_Server;
