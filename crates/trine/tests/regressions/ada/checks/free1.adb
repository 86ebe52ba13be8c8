with Ada.Unchecked_Deallocation;
procedure Free1 is
   Reached : exception;
   procedure Run is
      type P is access Integer;
      procedure Free is new Ada.Unchecked_Deallocation (Integer, P);
      X : P := new Integer'(3);
   begin
      Free (X);
      pragma Assert (X = null);
      X.all := 1;
      raise Reached;
   end Run;
begin
   Run;
exception
   when Reached => raise Program_Error;
   when others => null;
end Free1;
