pragma Detect_Blocking;
with Ada.Text_IO; use Ada.Text_IO;

--  A protected operation calls a subprogram that calls an entry of a task: while it waits, nobody else gets in.
--  The language calls that a bounded error; here the compiler was told to find it.
procedure Blocking_Inside is

   task Logger is
      entry Write;
   end Logger;

   procedure Log is
   begin
      Logger.Write;
   end Log;

   protected Counter is
      procedure Increase;
   private
      Value : Integer := 0;
   end Counter;

   protected body Counter is

      procedure Increase is
      begin
         Value := Value + 1;
         Log;
      end Increase;
   end Counter;

   task body Logger is
   begin
      select
         accept Write;
         Put_Line ("written");
      or
         terminate;
      end select;
   end Logger;

begin
   Counter.Increase;
   Put_Line ("increased");
exception
   when Program_Error =>
      Put_Line ("blocked inside");
end Blocking_Inside;
