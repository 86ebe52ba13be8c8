with Ada.Text_IO; use Ada.Text_IO;

--  Inside its own object an operation is called by its plain name. By the name of the object it is called from
--  outside, with the lock still held.
procedure Calling_Itself is

   protected Counter is
      procedure Increase;
      procedure Twice;
      function Value return Integer;
   private
      Count : Integer := 0;
   end Counter;

   procedure Once_More;

   protected body Counter is

      procedure Increase is
      begin
         Count := Count + 1;
      end Increase;

      procedure Twice is
      begin
         Increase;
         Once_More;
      end Twice;

      function Value return Integer is
      begin
         return Count;
      end Value;
   end Counter;

   procedure Once_More is
   begin
      Counter.Increase;
   end Once_More;

begin
   Counter.Increase;
   if Counter.Value > 0 then
      Counter.Twice;
   end if;
   Put_Line ("done");
end Calling_Itself;
