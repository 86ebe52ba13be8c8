--  RM 9.5.1, 11.4: A protected procedure may handle its own exceptions.
--  Answer: END
procedure Prot_Exception_Handled_Inside is
   protected P is
      procedure Set (V : Integer);
      function Get return Integer;
   private
      N : Integer range 0 .. 5 := 0;
   end P;
   protected body P is
      procedure Set (V : Integer) is
      begin
         N := V;
      exception
         when Constraint_Error => N := 5;
      end Set;
      function Get return Integer is
      begin
         return N;
      end Get;
   end P;
begin
   P.Set (3);
   pragma Assert (P.Get = 3);
   P.Set (9);
   pragma Assert (P.Get = 5);
   pragma Assert (False, "END");
end Prot_Exception_Handled_Inside;
