procedure Rec3 is
   Reached : exception;
   procedure Run is
      type Rec (N : Integer := 0) is record
         V : Integer := 0;
      end record;
      X : Rec (3);
      Y : Rec;
      procedure Set (R : in out Rec) is
      begin
         R := (N => 4, V => 1);
      end Set;
   begin
      Set (Y);
      pragma Assert (Y.N = 4);
      Set (X);
      raise Reached;
   end Run;
begin
   Run;
exception
   when Reached => raise Program_Error;
   when others => null;
end Rec3;
