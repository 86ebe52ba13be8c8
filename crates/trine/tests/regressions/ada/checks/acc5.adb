procedure Acc5 is
   Reached : exception;
   procedure Run is
      type P is access Natural;
      X : P := new Natural'(3);
      N : Integer := -1;
   begin
      X := new Natural'(N);
      raise Reached;
   end Run;
begin
   Run;
exception
   when Reached => raise Program_Error;
   when others => null;
end Acc5;
