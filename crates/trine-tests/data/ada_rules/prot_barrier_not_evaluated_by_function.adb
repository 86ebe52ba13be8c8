--  RM 9.5.3: A global in a barrier that changes outside a protected action does not wake a caller.
--  Answer: hangs
procedure Prot_Barrier_Not_Evaluated_By_Function is
   Open : Boolean := False;
   protected P is
      entry E;
      function Waiting return Integer;
   end P;
   protected body P is
      entry E when Open is
      begin
         null;
      end E;
      function Waiting return Integer is
      begin
         return E'Count;
      end Waiting;
   end P;
   task T;
   task body T is
   begin
      P.E;
   end T;
begin
   while P.Waiting = 0 loop
      delay 0.001;
   end loop;
   Open := True;
end Prot_Barrier_Not_Evaluated_By_Function;
