procedure Sub4 is
   Reached : exception;
   procedure Run is
      subtype S is Float range 0.0 .. 1.0;
      X : S := 0.5;
      Y : Float := 0.75;
   begin
      X := Y;
      X := X + Y;
      raise Reached;
   end Run;
begin
   Run;
exception
   when Reached => raise Program_Error;
   when others => null;
end Sub4;
