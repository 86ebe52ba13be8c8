procedure Generic_Subprograms is
   generic
      type T is private;
      with function "<" (L, R : T) return Boolean is <>;
   function Least (A, B : T) return T;
   function Least (A, B : T) return T is
   begin
      if A < B then
         return A;
      end if;
      return B;
   end Least;
   function Min is new Least (Integer);
   generic
      A, B : Integer;
      with procedure Tell (N : Integer);
   procedure Both;
   procedure Both is
   begin
      Tell (A);
      Tell (B);
   end Both;
   Sum : Integer := 0;
   procedure Add (N : Integer) is
   begin
      Sum := Sum * 10 + N;
   end Add;
   procedure Go is new Both (3, 4, Add);
begin
   Go;
   pragma Assert (Sum = 34);
   pragma Assert (Min (4, 2) = 2);
   pragma Assert (False, "END");
end Generic_Subprograms;
