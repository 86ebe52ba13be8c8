with Ada.Text_IO; use Ada.Text_IO;

--  A computation that is given up when it takes too long. Nothing else can end the loop.
procedure Transfer_Delay is
   Rounds : Integer := 0;
   Late   : Boolean := False;
begin
   select
      delay 0.02;
      Late := True;
      Put_Line ("too long");
   then abort
      loop
         Rounds := (Rounds + 1) mod 2;
         delay 0.001;
      end loop;
   end select;
   pragma Assert (Late);
   Put_Line ("done");
end Transfer_Delay;
