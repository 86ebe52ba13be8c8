--  RM 6.1.1: Preconditions of protected procedures are checked.
--  Answer: dies Assertion_Error
procedure Contract_Protected_Procedure is
   protected P is
      procedure Set (V : Integer) with Pre => V > 0;
   private
      N : Integer := 0;
   end P;
   protected body P is
      procedure Set (V : Integer) is
      begin
         N := V;
      end Set;
   end P;
begin
   P.Set (2);
   P.Set (0);
end Contract_Protected_Procedure;
