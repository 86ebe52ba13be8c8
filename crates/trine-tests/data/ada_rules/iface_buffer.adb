--  RM 9.5.3(2): Entries of a protected object implement operations of a synchronized interface, parameters and exceptions
--  included.
--  Answer: END
procedure Iface_Buffer is
   package P is
      type Buffer is synchronized interface;
      procedure Put (B : in out Buffer; X : Integer) is abstract;
      procedure Get (B : in out Buffer; X : out Integer) is abstract;
      function Size (B : Buffer) return Natural is abstract;
      procedure Clear (B : in out Buffer) is null;
      protected type Cell is new Buffer with
         overriding entry Put (X : Integer);
         overriding entry Get (X : out Integer);
         overriding function Size return Natural;
      private
         V : Integer := 0;
         Full : Boolean := False;
      end Cell;
   end P;
   package body P is
      protected body Cell is
         entry Put (X : Integer) when not Full is
         begin
            if X < 0 then
               raise Constraint_Error;
            end if;
            V := X;
            Full := True;
         end Put;
         entry Get (X : out Integer) when Full is
         begin
            X := V;
            Full := False;
         end Get;
         function Size return Natural is (if Full then 1 else 0);
      end Cell;
   end P;
   C : aliased P.Cell;
   Sum : Integer := 0;
   procedure Produce (B : in out P.Buffer'Class) is
   begin
      for I in 1 .. 2 loop
         B.Put (I);
      end loop;
   end Produce;
   Caught : Boolean := False;
begin
   declare
      task Producer;
      task body Producer is
      begin
         Produce (C);
      end Producer;
      X : Integer;
      B : P.Buffer'Class renames P.Buffer'Class (C);
   begin
      for I in 1 .. 2 loop
         P.Get (B, X);
         Sum := Sum * 10 + X;
      end loop;
   end;
   begin
      P.Buffer'Class (C).Put (-1);
   exception
      when Constraint_Error => Caught := True;
   end;
   C.Clear;
   P.Clear (C);
   P.Put (C, 3);
   pragma Assert (Sum = 12 and Caught and C.Size = 1);
   pragma Assert (P.Size (P.Buffer'Class (C)) = 1);
   pragma Assert (False, "END");
end Iface_Buffer;
