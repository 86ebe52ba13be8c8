procedure Acc1 is
   Reached : exception;
   procedure Run is
      type Rec is record
         V : Integer := 0;
      end record;
      type P is access Rec;
      X : P;
   begin
      X.V := 1;
      raise Reached;
   end Run;
begin
   Run;
exception
   when Reached => raise Program_Error;
   when others => null;
end Acc1;
