with Ada.Text_IO; use Ada.Text_IO;

--  As abort_deferred, but the sum is kept in plain variables: between two assignments the task may be gone.
procedure Abort_Half_Done is

   Left  : Integer := 3;
   Right : Integer := 0;
   pragma Volatile (Left);
   pragma Volatile (Right);

begin
   declare
      task Mover;

      task body Mover is
      begin
         Left := Left - 1;
         Right := Right + 1;
         Put_Line ("moved");
      end Mover;
   begin
      abort Mover;
   end;
   pragma Assert (Left + Right = 3);
   Put_Line ("done");
end Abort_Half_Done;
