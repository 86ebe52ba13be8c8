procedure Generic_Buffer is

   generic
      type Item is private;
      Size : Positive;
   package Buffers is
      procedure Put (Value : in Item);
      procedure Get (Value : out Item);
   end Buffers;

   package body Buffers is

      type Store is array (1 .. Size) of Item;

      protected Cells is
         entry Put (Value : in Item);
         entry Get (Value : out Item);
      private
         Data  : Store;
         Count : Natural := 0;
      end Cells;

      protected body Cells is

         entry Put (Value : in Item) when Count < Size is
         begin
            Count := Count + 1;
            Data (Count) := Value;
         end Put;

         entry Get (Value : out Item) when Count > 0 is
         begin
            Value := Data (1);
            for I in 2 .. Count loop
               Data (I - 1) := Data (I);
            end loop;
            Count := Count - 1;
         end Get;

      end Cells;

      procedure Put (Value : in Item) is
      begin
         Cells.Put (Value);
      end Put;

      procedure Get (Value : out Item) is
      begin
         Cells.Get (Value);
      end Get;

   end Buffers;

   package Numbers is new Buffers (Integer, 2);

   task Producer;

   task body Producer is
   begin
      for I in 1 .. 3 loop
         Numbers.Put (I * 10);
      end loop;
   end Producer;

   Last : Integer;

begin
   for I in 1 .. 3 loop
      Numbers.Get (Last);
      pragma Assert (Last = I * 10);
   end loop;
end Generic_Buffer;
