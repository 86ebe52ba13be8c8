--  RM 3.2.4(31): A static predicate is checked at conversions; membership tests use it.
--  Answer: END
procedure Contract_Static_Predicate is
   subtype Small is Integer with Static_Predicate => Small in 1 .. 3 | 7;
   S : Small := 1;
   N : Integer := 0;
begin
   for I in 0 .. 8 loop
      if I in Small then
         N := N * 10 + I;
         S := I;
      end if;
   end loop;
   pragma Assert (N = 1237 and S = 7);
   pragma Assert (False, "END");
end Contract_Static_Predicate;
