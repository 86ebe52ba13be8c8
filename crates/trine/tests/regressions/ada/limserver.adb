--  The server recurses deeper than the model follows, and serves then: no deadlock.
procedure Limserver is
   task Server is
      entry A;
      entry B;
   end Server;
   task Client;
   function Depth (N : Integer) return Integer is
   begin
      if N = 0 then
         return 0;
      end if;
      return 1 + Depth (N - 1);
   end Depth;
   task body Server is
   begin
      accept A;
      if Depth (30) = 30 then
         accept B;
      end if;
   end Server;
   task body Client is
   begin
      Server.A;
      Server.B;
   end Client;
begin
   null;
end Limserver;
