--  RM 3.9.4(12): A type has the operations of all its interfaces; null procedures among them are inherited.
--  Answer: END
procedure Iface_Several is
   package P is
      type Named is limited interface;
      function Id (X : Named) return Integer is abstract;
      type Stoppable is limited interface and Named;
      procedure Stop (X : in out Stoppable) is null;
      type Counter is limited interface;
      procedure Tick (X : in out Counter) is abstract;
      protected type Clock is new Stoppable and Counter with
         overriding function Id return Integer;
         overriding procedure Tick;
      private
         Time : Integer := 40;
      end Clock;
      type Watch is limited new Stoppable and Counter with record
         Time : Integer := 10;
      end record;
      overriding function Id (X : Watch) return Integer is (X.Time);
      overriding procedure Stop (X : in out Watch);
      overriding procedure Tick (X : in out Watch);
   end P;
   package body P is
      protected body Clock is
         function Id return Integer is (Time);
         procedure Tick is
         begin
            Time := Time + 1;
         end Tick;
      end Clock;
      procedure Stop (X : in out Watch) is
      begin
         X.Time := -1;
      end Stop;
      procedure Tick (X : in out Watch) is
      begin
         X.Time := X.Time + 2;
      end Tick;
   end P;
   use P;
   procedure Twice (X : in out Counter'Class) is
   begin
      X.Tick;
      Tick (X);
   end Twice;
   procedure End_It (X : in out Stoppable'Class) is
   begin
      X.Stop;
   end End_It;
   A : Clock;
   B : Watch;
begin
   Twice (A);
   Twice (B);
   pragma Assert (Named'Class (A).Id = 42 and Named'Class (B).Id = 14);
   End_It (A);
   End_It (B);
   pragma Assert (A.Id = 42 and B.Id = -1);
   pragma Assert (False, "END");
end Iface_Several;
