with Ada.Text_IO; use Ada.Text_IO;

--  A desk takes orders in one queue and sends the large ones on to another, which it serves only after the
--  small ones. The customer does not notice: its call is one call.
procedure Requeue_Task is

   task Desk is
      entry Order (Size : in Integer; Price : out Integer);
      entry Large_Order (Size : in Integer; Price : out Integer);
   end Desk;

   task body Desk is
      Sent : Boolean := False;
   begin
      for Round in 1 .. 2 loop
         accept Order (Size : in Integer; Price : out Integer) do
            Price := 1;
            if Size > 1 then
               Sent := True;
               requeue Large_Order;
            end if;
            Put_Line ("small");
         end Order;
      end loop;
      if Sent then
         accept Large_Order (Size : in Integer; Price : out Integer) do
            Put_Line ("large");
            Price := Price + Size;
         end Large_Order;
      end if;
   end Desk;

   task Other;

   task body Other is
      Paid : Integer := 0;
   begin
      Desk.Order (1, Paid);
      pragma Assert (Paid = 1);
   end Other;

   Paid : Integer := 0;
begin
   Desk.Order (3, Paid);
   --  What was assigned before the caller was sent on is still there.
   pragma Assert (Paid = 4);
end Requeue_Task;
