procedure Rec1 is
   Reached : exception;
   procedure Run is
      type Rec (N : Integer := 0) is record
         V : Integer := 0;
      end record;
      X : Rec (3);
      Y : Rec;
   begin
      Y := X;
      pragma Assert (Y.N = 3);
      raise Reached;
   end Run;
begin
   Run;
exception
   when Reached => raise Program_Error;
   when others => null;
end Rec1;
