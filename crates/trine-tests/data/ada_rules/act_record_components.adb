--  RM 9.2(3): Task components of a record are activated with the record.
--  Answer: END
procedure Act_Record_Components is
   task type T is
      entry Put (N : Integer);
      entry Get (N : out Integer);
   end T;
   type Pair is record
      Left, Right : T;
   end record;
   task body T is
      V : Integer;
   begin
      accept Put (N : Integer) do
         V := N;
      end Put;
      accept Get (N : out Integer) do
         N := V;
      end Get;
   end T;
   P : Pair;
   A, B : Integer;
begin
   P.Left.Put (1);
   P.Right.Put (2);
   P.Left.Get (A);
   P.Right.Get (B);
   pragma Assert (A = 1 and B = 2);
   pragma Assert (False, "END");
end Act_Record_Components;
