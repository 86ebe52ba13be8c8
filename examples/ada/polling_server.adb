procedure Polling_Server is

   task Server is
      entry Request (Value : in Integer);
   end Server;

   Seen : Integer := 0;

   task body Server is
      Done : Boolean := False;
   begin
      while not Done loop
         select
            accept Request (Value : in Integer) do
               Seen := Value;
            end Request;
            Done := True;
         else
            delay 0.01;
         end select;
      end loop;
   end Server;

begin
   Server.Request (7);
   pragma Assert (Seen = 7);
end Polling_Server;
