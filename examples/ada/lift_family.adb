with Ada.Text_IO; use Ada.Text_IO;

--  A lift with a queue for each floor: it goes up once and lets in whoever waits there.
procedure Lift_Family is

   subtype Floor is Integer range 1 .. 3;

   task Lift is
      entry Enter (Floor) (Weight : in Integer);
   end Lift;

   task body Lift is
      Load : Integer := 0;
   begin
      for Here in Floor loop
         accept Enter (Here) (Weight : in Integer) do
            Load := Load + Weight;
         end Enter;
         pragma Assert (Load <= 6);
      end loop;
      Put_Line ("up");
   end Lift;

   task type Guest (Start : Floor);

   task body Guest is
   begin
      Lift.Enter (Start) (Start);
   end Guest;

   One   : Guest (3);
   Two   : Guest (1);
   Three : Guest (2);
begin
   null;
end Lift_Family;
