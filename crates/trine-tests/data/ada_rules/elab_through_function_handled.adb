--  RM 3.11(14): Program_Error of a check of elaboration is handled as any exception.
--  Answer: END
procedure Elab_Through_Function_Handled is
   function G return Integer;
   function F return Integer is (G + 1);
   task T;
   X : Integer := 0;
   function H return Integer is
   begin
      return F;
   exception
      when Program_Error => return 7;
   end H;
   Y : Integer := H;
   function G return Integer is (1);
   task body T is
   begin
      pragma Assert (Y = 7);
   end T;
begin
   X := F;
   pragma Assert (X = 2 and Y = 7);
   pragma Assert (False, "END");
end Elab_Through_Function_Handled;
