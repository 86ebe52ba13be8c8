--  RM 3.11(9): A function whose body is elaborated may call a procedure whose body is not: Program_Error.
--  Answer: dies Program_Error
procedure Elab_Through_Function is
   procedure P;
   function F return Integer is
   begin
      P;
      return 1;
   end F;
   X : Integer := F;
   procedure P is
   begin
      null;
   end P;
begin
   pragma Assert (X = 1);
end Elab_Through_Function;
