procedure Rec8 is
   Reached : exception;
   procedure Run is
      type Rec (N : Integer := 1) is record
         V : Integer;
      end record;
      type P is access Rec;
      X : P := new Rec;
   begin
      X.all := (3, 5);
      raise Reached;
   end Run;
begin
   Run;
exception
   when Reached => raise Program_Error;
   when others => null;
end Rec8;
