procedure Stopped_Server is

   task Server is
      entry Serve;
      entry Stop;
   end Server;

   task Client;

   task body Server is
   begin
      loop
         select
            accept Serve;
         or
            accept Stop;
            exit;
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
   Server.Stop;
end Stopped_Server;
