--  RM 3.11(9): An instance of a generic whose body is not yet elaborated raises Program_Error.
--  Answer: dies Program_Error
procedure Elab_Generic_Before_Body is
   generic
   procedure G;
   procedure Run is new G;
   procedure G is
   begin
      null;
   end G;
begin
   Run;
end Elab_Generic_Before_Body;
