--  RM 3.11(9): The declarations of a block are elaborated in their order, too.
--  Answer: END
procedure Elab_In_Block is
   X : Integer := 0;
begin
   declare
      procedure P;
      function F return Integer is
      begin
         P;
         return 3;
      end F;
      Y : Integer := F;
      procedure P is
      begin
         X := 2;
      end P;
   begin
      X := Y;
   end;
exception
   when Program_Error =>
      pragma Assert (X = 0);
      pragma Assert (False, "END");
end Elab_In_Block;
