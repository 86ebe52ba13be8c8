procedure Rec6 is
   Reached : exception;
   procedure Run is
      type Vec is array (Positive range <>) of Integer;
      subtype Few is Natural range 0 .. 5;
      type Buf (Size : Few := 0) is record
         D : Vec (1 .. Size) := (others => 0);
      end record;
      B : Buf := (2, (1, 2));
   begin
      B := (3, (4, 5, 6));
      pragma Assert (B.Size = 3 and B.D (3) = 6);
      raise Reached;
   end Run;
begin
   Run;
exception
   when Reached => raise Program_Error;
   when others => null;
end Rec6;
