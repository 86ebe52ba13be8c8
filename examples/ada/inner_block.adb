procedure Inner_Block is

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
      declare
         task Helper;
         task body Helper is
         begin
            null;
         end Helper;
      begin
         null;
      end;
      Server.Serve;
   end Client;

begin
   null;
end Inner_Block;
