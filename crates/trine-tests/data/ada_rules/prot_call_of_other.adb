--  RM 9.5.1: A protected procedure may call one of another object.
--  Answer: END
procedure Prot_Call_Of_Other is
   protected Q is
      procedure Up;
      function Get return Integer;
   private
      N : Integer := 0;
   end Q;
   protected P is
      procedure Up;
   end P;
   protected body Q is
      procedure Up is
      begin
         N := N + 1;
      end Up;
      function Get return Integer is
      begin
         return N;
      end Get;
   end Q;
   protected body P is
      procedure Up is
      begin
         Q.Up;
         Q.Up;
      end Up;
   end P;
begin
   P.Up;
   pragma Assert (Q.Get = 2);
   pragma Assert (False, "END");
end Prot_Call_Of_Other;
