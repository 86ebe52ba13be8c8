procedure Rec5 is
   Reached : exception;
   procedure Run is
      type Vec is array (Positive range <>) of Integer;
      type Buf (Size : Natural) is record
         D : Vec (1 .. Size);
         Last : Natural := 0;
      end record;
      B : Buf (3);
   begin
      B.D (3) := 1;
      pragma Assert (B.D'Last = 3);
      B.Last := 4;
      B.D (B.Last) := 1;
      raise Reached;
   end Run;
begin
   Run;
exception
   when Reached => raise Program_Error;
   when others => null;
end Rec5;
