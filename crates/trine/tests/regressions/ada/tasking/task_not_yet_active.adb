procedure Task_Not_Yet_Active is
   task T is
      entry E;
   end T;
   task body T is
   begin
      accept E;
   end T;
   package P is
      procedure Q;
   end P;
   package body P is
      procedure Q is
      begin
         null;
      end Q;
   begin
      select
         T.E;
         pragma Assert (False);
      else
         null;
      end select;
      pragma Assert (T'Callable);
      pragma Assert (not T'Terminated);
   end P;
begin
   T.E;
end Task_Not_Yet_Active;
