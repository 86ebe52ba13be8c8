procedure Acc2 is
   Reached : exception;
   procedure Run is
      type Rec is record
         V : Integer := 0;
      end record;
      type P is access Rec;
      X : P;
      procedure Q (Y : not null P) is
      begin
         null;
      end Q;
   begin
      Q (X);
      raise Reached;
   end Run;
begin
   Run;
exception
   when Reached => raise Program_Error;
   when others => null;
end Acc2;
