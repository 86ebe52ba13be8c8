--  RM 9.3(6): A terminate alternative is not selected while a task of the same master waits
--  without one.
--  Answer: hangs
procedure Term_One_Without is
   task A is
      entry E;
   end A;
   task B is
      entry E;
   end B;
   task body A is
   begin
      select
         accept E;
      or
         terminate;
      end select;
   end A;
   task body B is
   begin
      accept E;
   end B;
begin
   null;
end Term_One_Without;
