procedure Protected_Buffer is

   Size  : constant := 2;
   Items : constant := 3;

   subtype Slot is Integer range 0 .. Size - 1;
   type Store_Array is array (Slot) of Integer;

   protected Buffer is
      entry Put (Item : in Integer);
      entry Get (Item : out Integer);
   private
      Store : Store_Array;
      First : Slot := 0;
      Last  : Slot := 0;
      Count : Natural := 0;
   end Buffer;

   protected body Buffer is

      entry Put (Item : in Integer) when Count < Size is
      begin
         Store (Last) := Item;
         Last := (Last + 1) mod Size;
         Count := Count + 1;
      end Put;

      entry Get (Item : out Integer) when Count > 0 is
      begin
         Item := Store (First);
         First := (First + 1) mod Size;
         Count := Count - 1;
      end Get;

   end Buffer;

   task Producer;
   task Consumer;

   task body Producer is
   begin
      for I in 1 .. Items loop
         Buffer.Put (I);
      end loop;
   end Producer;

   task body Consumer is
      Item : Integer;
   begin
      for I in 1 .. Items loop
         Buffer.Get (Item);
         pragma Assert (Item = I);
      end loop;
   end Consumer;

begin
   null;
end Protected_Buffer;
