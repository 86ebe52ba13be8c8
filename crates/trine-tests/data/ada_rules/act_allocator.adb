--  RM 9.2(4): An allocator activates the tasks that it creates before it returns.
--  Answer: END
procedure Act_Allocator is
   X : Integer := 0;
   function Set return Integer is
   begin
      X := X + 1;
      return X;
   end Set;
   task type T;
   type Ref is access T;
   task body T is
      L : constant Integer := Set;
   begin
      pragma Assert (L > 0);
   end T;
   A, B : Ref;
begin
   A := new T;
   pragma Assert (X = 1);
   B := new T;
   pragma Assert (X = 2 and A /= B);
   pragma Assert (False, "END");
end Act_Allocator;
