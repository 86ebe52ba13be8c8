procedure No_Terminate is

   task Server is
      entry Serve;
   end Server;

   task body Server is
   begin
      loop
         select
            accept Serve;
         end select;
      end loop;
   end Server;

begin
   Server.Serve;
end No_Terminate;
