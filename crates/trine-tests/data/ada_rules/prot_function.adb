--  RM 9.5.1: A protected function reads the components and returns a value.
--  Answer: END
procedure Prot_Function is
   protected P is
      procedure Set (V : Integer);
      function Get return Integer;
      function Twice return Integer;
   private
      N : Integer := 4;
   end P;
   protected body P is
      procedure Set (V : Integer) is
      begin
         N := V;
      end Set;
      function Get return Integer is
      begin
         return N;
      end Get;
      function Twice return Integer is
      begin
         return Get * 2;
      end Twice;
   end P;
begin
   pragma Assert (P.Get = 4);
   P.Set (7);
   pragma Assert (P.Get = 7 and P.Twice = 14);
   pragma Assert (False, "END");
end Prot_Function;
