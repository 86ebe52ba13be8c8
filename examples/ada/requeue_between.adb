with Ada.Text_IO; use Ada.Text_IO;

--  From a task to a protected object, and from there to another task: the caller waits for all of it.
procedure Requeue_Between is

   task Porter is
      entry Enter;
   end Porter;

   protected Lift is
      entry Ride;
      procedure Call;
   private
      Here : Boolean := False;
   end Lift;

   task Guide is
      entry Welcome;
   end Guide;

   task body Porter is
   begin
      accept Enter do
         Put_Line ("enter");
         requeue Lift.Ride;
      end Enter;
      Put_Line ("porter is free");
   end Porter;

   protected body Lift is

      entry Ride when Here is
      begin
         Here := False;
         requeue Guide.Welcome;
      end Ride;

      procedure Call is
      begin
         Here := True;
      end Call;
   end Lift;

   task body Guide is
   begin
      Lift.Call;
      accept Welcome do
         Put_Line ("welcome");
      end Welcome;
   end Guide;

begin
   Porter.Enter;
   Put_Line ("arrived");
end Requeue_Between;
