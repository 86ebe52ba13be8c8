procedure Conv1 is
   Reached : exception;
   procedure Run is
      type T is range 0 .. 5;
      X : Integer := 6;
      Y : T;
   begin
      Y := T (X);
      raise Reached;
   end Run;
begin
   Run;
exception
   when Reached => raise Program_Error;
   when others => null;
end Conv1;
