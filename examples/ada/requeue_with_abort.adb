with Ada.Text_IO; use Ada.Text_IO;

--  A caller that waits for a while only may give up in the second queue, too: it was sent there with abort.
procedure Requeue_With_Abort is

   task Server is
      entry Request;
      entry Slow_Request;
      entry Stop;
   end Server;

   task body Server is
      Done : Boolean := False;
   begin
      while not Done loop
         select
            accept Request do
               requeue Slow_Request with abort;
            end Request;
         or
            accept Slow_Request do
               Put_Line ("served");
            end Slow_Request;
         or
            accept Stop;
            Done := True;
         end select;
      end loop;
   end Server;

begin
   select
      Server.Request;
      Put_Line ("happy");
   or
      delay 0.001;
      Put_Line ("gone");
   end select;
   Server.Stop;
end Requeue_With_Abort;
