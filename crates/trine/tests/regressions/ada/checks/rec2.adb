procedure Rec2 is
   Reached : exception;
   procedure Run is
      type Rec (N : Integer := 0) is record
         V : Integer := 0;
      end record;
      X : Rec (3);
      Y : Rec;
   begin
      X := Y;
      raise Reached;
   end Run;
begin
   Run;
exception
   when Reached => raise Program_Error;
   when others => null;
end Rec2;
