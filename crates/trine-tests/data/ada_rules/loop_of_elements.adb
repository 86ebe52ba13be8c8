--  RM 5.5.2(15): A loop over the elements of an array names each of them, in order or in reverse order.
--  Answer: END
procedure Loop_Of_Elements is
   type Numbers is array (2 .. 5) of Integer;
   A : Numbers := (1, 2, 3, 4);
   Order : Integer := 0;
   task type Adder is
      entry Add (N : Integer; Sum : out Integer);
   end Adder;
   Adders : array (1 .. 2) of Adder;
   task body Adder is
   begin
      accept Add (N : Integer; Sum : out Integer) do
         Sum := N;
         for X of A loop
            Sum := Sum + X;
         end loop;
      end Add;
   end Adder;
   Got : Integer;
begin
   for X of A loop
      X := X * 2;
   end loop;
   for X of reverse A loop
      Order := Order * 10 + X;
      exit when X = 4;
   end loop;
   pragma Assert (Order = 864);
   for T of Adders loop
      T.Add (1, Got);
      pragma Assert (Got = 21);
   end loop;
   pragma Assert (False, "END");
end Loop_Of_Elements;
