--  After Figure 1 of the paper on INCA and spurious cycles (004). T1 is asked for C first; after that, either A
--  until the next C, or B and A for ever.
procedure Paper_Simple is

   task T1 is
      entry A;
      entry B;
      entry C;
   end T1;

   task T2;
   task T3;

   task body T1 is
   begin
      accept C;
      loop
         select
            accept A;
            loop
               select
                  accept A;
               or
                  accept C;
                  exit;
               end select;
            end loop;
         or
            accept B;
            loop
               accept A;
            end loop;
         end select;
      end loop;
   end T1;

   task body T2 is
   begin
      T1.C;
      loop
         T1.A;
      end loop;
   end T2;

   task body T3 is
   begin
      T1.B;
   end T3;

begin
   null;
end Paper_Simple;
