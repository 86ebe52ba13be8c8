--  RM 9.1: A task sees the discriminants of its object.
--  Answer: END
procedure Act_Discriminants is
   Sum : Integer := 0;
   task type T (Id : Integer; Step : Integer) is
      entry Add;
   end T;
   task body T is
   begin
      accept Add do
         Sum := Sum * 10 + Id + Step;
      end Add;
   end T;
   A : T (1, 0);
   B : T (2, 1);
begin
   A.Add;
   B.Add;
   pragma Assert (Sum = 13);
   pragma Assert (False, "END");
end Act_Discriminants;
