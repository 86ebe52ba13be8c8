with Ada.Text_IO; use Ada.Text_IO;

--  A signal lets through whoever waits, and returns when all of them are gone. One that comes before the
--  waiter is lost, and the waiter waits for ever.
procedure Requeue_Lost_Signal is

   protected Event is
      entry Wait;
      entry Signal;
   private
      entry Reset;
      Occurred : Boolean := False;
   end Event;

   protected body Event is

      entry Wait when Occurred is
      begin
         null;
      end Wait;

      entry Signal when True is
      begin
         if Wait'Count > 0 then
            Occurred := True;
            requeue Reset;
         end if;
      end Signal;

      entry Reset when Wait'Count = 0 is
      begin
         Occurred := False;
      end Reset;
   end Event;

   task Waiter;

   task body Waiter is
   begin
      Event.Wait;
      Put_Line ("through");
   end Waiter;

begin
   Event.Signal;
   Put_Line ("signalled");
end Requeue_Lost_Signal;
