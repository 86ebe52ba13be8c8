with Ada.Text_IO; use Ada.Text_IO;

--  A protected action is never left half done, even if the task that executes it is aborted.
procedure Abort_Deferred is

   protected Account is
      procedure Move;
      function Total return Integer;
   private
      Left  : Integer := 3;
      Right : Integer := 0;
   end Account;

   protected body Account is

      procedure Move is
      begin
         Left := Left - 1;
         Right := Right + 1;
      end Move;

      function Total return Integer is
      begin
         return Left + Right;
      end Total;
   end Account;

   task Mover;

   task body Mover is
   begin
      for Count in 1 .. 3 loop
         Account.Move;
      end loop;
      Put_Line ("moved");
   end Mover;

begin
   abort Mover;
   pragma Assert (Account.Total = 3);
   Put_Line ("done");
end Abort_Deferred;
