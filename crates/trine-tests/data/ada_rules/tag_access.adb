--  RM 4.6(42): A conversion to a type that the object is not of raises Constraint_Error.
--  Answer: END
procedure Tag_Access is
   package P is
      type Item is abstract tagged null record;
      function Weight (X : Item) return Natural is abstract;
      type Item_Ref is access all Item'Class;
      type Stone is new Item with record
         Kilos : Natural;
      end record;
      overriding function Weight (X : Stone) return Natural is (X.Kilos);
      type Feather is new Item with null record;
      overriding function Weight (X : Feather) return Natural is (0);
   end P;
   use P;
   Bag : array (1 .. 3) of Item_Ref;
   Sum : Natural := 0;
   Caught : Natural := 0;
begin
   Bag (1) := new Stone'(Kilos => 7);
   Bag (2) := new Feather;
   for I in Bag'Range loop
      begin
         Sum := Sum + Bag (I).Weight;
      exception
         when Constraint_Error => Caught := Caught + 1;
      end;
   end loop;
   pragma Assert (Sum = 7 and Caught = 1);
   pragma Assert (Bag (1).all in Stone'Class);
   pragma Assert (Bag (2).all not in Stone'Class);
   Stone (Bag (1).all).Kilos := 9;
   pragma Assert (Bag (1).Weight = 9);
   begin
      Stone (Bag (2).all).Kilos := 1;
      pragma Assert (Caught = 99);
   exception
      when Constraint_Error => Caught := 2;
   end;
   pragma Assert (Caught = 2);
   pragma Assert (False, "END");
end Tag_Access;
