with Ada.Text_IO; use Ada.Text_IO;

procedure Simple_Rendezvous is

   task Server is
      entry Add (Left, Right : in Integer; Sum : out Integer);
   end Server;

   Total : Integer;

   task body Server is
   begin
      accept Add (Left, Right : in Integer; Sum : out Integer) do
         Sum := Left + Right;
      end Add;
      Put_Line ("served");
   end Server;

begin
   Server.Add (2, 3, Total);
   pragma Assert (Total = 5);
   Put_Line ("main done");
end Simple_Rendezvous;
