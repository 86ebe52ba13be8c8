--  RM 9.5(4): A call inside the protected object is part of the same protected action.
--  Answer: END
procedure Prot_Internal_Call is
   protected P is
      procedure A;
      procedure B;
      function Get return Integer;
   private
      N : Integer := 0;
   end P;
   protected body P is
      procedure A is
      begin
         N := N + 1;
         B;
         pragma Assert (Get = 11);
      end A;
      procedure B is
      begin
         N := N + 10;
      end B;
      function Get return Integer is
      begin
         return N;
      end Get;
   end P;
begin
   P.A;
   pragma Assert (P.Get = 11);
   pragma Assert (False, "END");
end Prot_Internal_Call;
