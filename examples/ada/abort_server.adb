with Ada.Text_IO; use Ada.Text_IO;

--  A server that would wait for ever is aborted. Who calls it afterwards gets Tasking_Error.
procedure Abort_Server is

   task Server is
      entry Request;
   end Server;

   task body Server is
   begin
      loop
         accept Request;
         Put_Line ("request");
      end loop;
   end Server;

begin
   Server.Request;
   pragma Assert (Server'Callable);
   abort Server;
   pragma Assert (not Server'Callable);
   begin
      Server.Request;
      Put_Line ("not here");
   exception
      when Tasking_Error =>
         Put_Line ("too late");
   end;
end Abort_Server;
