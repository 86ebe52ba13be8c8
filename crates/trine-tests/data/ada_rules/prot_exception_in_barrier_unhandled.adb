--  RM 9.5.3(7): Program_Error of a barrier ends a caller that does not handle it.
--  Answer: dies Program_Error
procedure Prot_Exception_In_Barrier_Unhandled is
   Zero : Integer := 0;
   protected P is
      entry E;
   end P;
   protected body P is
      entry E when 1 / Zero > 0 is
      begin
         null;
      end E;
   end P;
begin
   P.E;
end Prot_Exception_In_Barrier_Unhandled;
