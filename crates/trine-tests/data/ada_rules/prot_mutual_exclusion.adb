--  RM 9.5.1(4): Protected procedures exclude each other.
--  Answer: END
procedure Prot_Mutual_Exclusion is
   protected P is
      procedure Up;
      function Get return Integer;
   private
      N : Integer := 0;
   end P;
   protected body P is
      procedure Up is
         L : Integer;
      begin
         L := N;
         L := L + 1;
         N := L;
      end Up;
      function Get return Integer is
      begin
         return N;
      end Get;
   end P;
begin
   declare
      task type T;
      task body T is
      begin
         P.Up;
         P.Up;
      end T;
      A, B, C : T;
   begin
      null;
   end;
   pragma Assert (P.Get = 6);
   pragma Assert (False, "END");
end Prot_Mutual_Exclusion;
