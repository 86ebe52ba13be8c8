--  RM 9.5.1, 11.4: An exception of a protected function is raised in its caller.
--  Answer: END
procedure Prot_Exception_In_Function is
   Caught : Integer := 0;
   protected P is
      function Div (N : Integer) return Integer;
   private
      V : Integer := 10;
   end P;
   protected body P is
      function Div (N : Integer) return Integer is
      begin
         return V / N;
      end Div;
   end P;
begin
   begin
      Caught := P.Div (0);
   exception
      when Constraint_Error => Caught := 5;
   end;
   pragma Assert (Caught = 5 and P.Div (2) = 5);
   pragma Assert (False, "END");
end Prot_Exception_In_Function;
