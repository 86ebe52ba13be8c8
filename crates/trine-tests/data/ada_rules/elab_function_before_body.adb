--  RM 3.11(9): A call of a function whose body is not yet elaborated raises Program_Error.
--  Answer: dies Program_Error
procedure Elab_Function_Before_Body is
   function F return Integer;
   X : Integer := F;
   function F return Integer is
   begin
      return 1;
   end F;
begin
   pragma Assert (X = 1);
end Elab_Function_Before_Body;
