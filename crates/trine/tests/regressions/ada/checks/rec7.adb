procedure Rec7 is
   Reached : exception;
   procedure Run is
      type Rec (N : Integer) is record
         V : Integer;
      end record;
      type P is access Rec;
      X : P := new Rec (2);
   begin
      X.all := (2, 5);
      pragma Assert (X.V = 5);
      X.all := (3, 5);
      raise Reached;
   end Run;
begin
   Run;
exception
   when Reached => raise Program_Error;
   when others => null;
end Rec7;
