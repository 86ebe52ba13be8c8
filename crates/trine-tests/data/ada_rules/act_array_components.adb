--  RM 9.2(3): Task components of an array are activated with the array.
--  Answer: END
procedure Act_Array_Components is
   Sum : Integer := 0;
   task type T is
      entry Add (N : Integer);
   end T;
   task body T is
   begin
      accept Add (N : Integer) do
         Sum := Sum + N;
      end Add;
   end T;
   A : array (1 .. 3) of T;
begin
   for I in A'Range loop
      A (I).Add (I);
   end loop;
   pragma Assert (Sum = 6);
   pragma Assert (False, "END");
end Act_Array_Components;
