--  RM 3.9.2(3): A call with a controlling argument of a specific type is bound statically, whatever the object is.
--  Answer: END
procedure Tag_Static is
   package P is
      type Base is tagged record
         Count : Integer := 0;
      end record;
      procedure Step (X : in out Base);
      procedure Walk (X : in out Base);
      procedure Walk_Again (X : in out Base);
      type Fast is new Base with null record;
      overriding procedure Step (X : in out Fast);
   end P;
   package body P is
      procedure Step (X : in out Base) is
      begin
         X.Count := X.Count + 1;
      end Step;
      procedure Walk (X : in out Base) is
      begin
         X.Step;
      end Walk;
      procedure Walk_Again (X : in out Base) is
      begin
         Base'Class (X).Step;
      end Walk_Again;
      procedure Step (X : in out Fast) is
      begin
         X.Count := X.Count + 10;
         Base (X).Step;
      end Step;
   end P;
   F : P.Fast;
begin
   F.Walk;
   pragma Assert (F.Count = 1);
   F.Walk_Again;
   pragma Assert (F.Count = 12);
   P.Walk (F);
   pragma Assert (F.Count = 13);
   pragma Assert (False, "END");
end Tag_Static;
