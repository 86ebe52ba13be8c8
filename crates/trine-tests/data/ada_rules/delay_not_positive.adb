--  RM 9.6: A delay that is not positive goes on.
--  Answer: END
with Ada.Calendar; use Ada.Calendar;
procedure Delay_Not_Positive is
   N : Integer := 0;
begin
   delay -1.0;
   N := N + 1;
   delay 0.0;
   N := N + 1;
   delay until Clock - 10.0;
   N := N + 1;
   pragma Assert (N = 3);
   pragma Assert (False, "END");
end Delay_Not_Positive;
