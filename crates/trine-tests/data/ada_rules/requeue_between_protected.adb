--  RM 9.5.4: A requeue to an entry of another protected object.
--  Answer: END
procedure Requeue_Between_Protected is
   protected Q is
      entry E (R : in out Integer);
   end Q;
   protected P is
      entry E (R : in out Integer);
      function Count return Integer;
   private
      N : Integer := 0;
   end P;
   protected body P is
      entry E (R : in out Integer) when True is
      begin
         N := N + 1;
         R := R + 1;
         requeue Q.E;
      end E;
      function Count return Integer is
      begin
         return N;
      end Count;
   end P;
   protected body Q is
      entry E (R : in out Integer) when True is
      begin
         R := R + 10;
      end E;
   end Q;
   V : Integer := 0;
begin
   P.E (V);
   pragma Assert (V = 11 and P.Count = 1);
   pragma Assert (False, "END");
end Requeue_Between_Protected;
