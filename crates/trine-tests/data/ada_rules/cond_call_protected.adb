--  RM 9.7.3: A conditional call of a protected entry depends on the barrier.
--  Answer: END
procedure Cond_Call_Protected is
   protected P is
      entry E;
      procedure Set (B : Boolean);
   private
      Open : Boolean := False;
      N : Integer := 0;
   end P;
   protected body P is
      entry E when Open is
      begin
         N := N + 1;
      end E;
      procedure Set (B : Boolean) is
      begin
         Open := B;
      end Set;
   end P;
   N : Integer := 0;
begin
   select
      P.E;
      N := N + 1;
   else
      N := N + 10;
   end select;
   P.Set (True);
   select
      P.E;
      N := N + 1;
   else
      N := N + 10;
   end select;
   pragma Assert (N = 11);
   pragma Assert (False, "END");
end Cond_Call_Protected;
