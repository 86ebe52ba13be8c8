--  RM 3.5.9(13): A subtype of a fixed point type has a range of its own, which is checked.
--  Answer: dies Constraint_Error
procedure Fix_Subtypes is
   type Time is delta 0.5 range 0.0 .. 60.0;
   subtype Short is Time range 0.0 .. 2.0;
   T : Time := 1.0;
   S : Short := 0.0;
begin
   while T <= Time'Last loop
      S := T;
      T := T + 0.5;
   end loop;
   pragma Assert (S = Short'Last);
end Fix_Subtypes;
