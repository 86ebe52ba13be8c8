with Ada.Text_IO; use Ada.Text_IO;

procedure Buffer_Task is

   Size  : constant := 2;
   Items : constant := 3;

   task Buffer is
      entry Put (Item : in Integer);
      entry Get (Item : out Integer);
   end Buffer;

   task Producer;
   task Consumer;

   task body Buffer is
      type Slot is mod Size;
      Store : array (Slot) of Integer;
      First : Slot := 0;
      Last  : Slot := 0;
      Count : Natural := 0;
   begin
      loop
         select
            when Count < Size =>
               accept Put (Item : in Integer) do
                  Store (Last) := Item;
               end Put;
               Last := Last + 1;
               Count := Count + 1;
         or
            when Count > 0 =>
               accept Get (Item : out Integer) do
                  Item := Store (First);
               end Get;
               First := First + 1;
               Count := Count - 1;
         or
            terminate;
         end select;
      end loop;
   end Buffer;

   task body Producer is
   begin
      for I in 1 .. Items loop
         Buffer.Put (I);
      end loop;
      Put_Line ("produced");
   end Producer;

   task body Consumer is
      Item : Integer;
   begin
      for I in 1 .. Items loop
         Buffer.Get (Item);
         pragma Assert (Item = I);
      end loop;
      Put_Line ("consumed");
   end Consumer;

begin
   null;
end Buffer_Task;
