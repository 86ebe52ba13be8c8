--  RM 9.4(11.1): A protected procedure or function implements an operation of a protected interface.
--  Answer: END
procedure Iface_Protected is
   package P is
      type Cell is protected interface;
      procedure Put (C : in out Cell; X : Integer) is abstract;
      function Get (C : Cell) return Integer is abstract;
      protected type Plain is new Cell with
         overriding procedure Put (X : Integer);
         overriding function Get return Integer;
      private
         V : Integer := 0;
      end Plain;
      protected type Adding is new Cell with
         overriding procedure Put (X : Integer);
         overriding function Get return Integer;
      private
         V : Integer := 0;
      end Adding;
   end P;
   package body P is
      protected body Plain is
         procedure Put (X : Integer) is
         begin
            V := X;
         end Put;
         function Get return Integer is (V);
      end Plain;
      protected body Adding is
         procedure Put (X : Integer) is
         begin
            V := V + X;
         end Put;
         function Get return Integer is (V);
      end Adding;
   end P;
   A : P.Plain;
   B : P.Adding;
   procedure Fill (C : in out P.Cell'Class) is
   begin
      C.Put (5);
      P.Put (C, 6);
   end Fill;
begin
   Fill (A);
   Fill (B);
   pragma Assert (A.Get = 6);
   pragma Assert (P.Cell'Class (B).Get = 11);
   pragma Assert (False, "END");
end Iface_Protected;
