--  RM 9.5.1, 11.4: An exception leaves a protected procedure; the object is free afterwards.
--  Answer: END
procedure Prot_Exception_In_Procedure is
   Failure : exception;
   Caught : Boolean := False;
   protected P is
      procedure Fail;
      function Get return Integer;
   private
      N : Integer := 0;
   end P;
   protected body P is
      procedure Fail is
      begin
         N := 1;
         raise Failure;
      end Fail;
      function Get return Integer is
      begin
         return N;
      end Get;
   end P;
begin
   begin
      P.Fail;
      pragma Assert (False);
   exception
      when Failure => Caught := True;
   end;
   pragma Assert (Caught and P.Get = 1);
   pragma Assert (False, "END");
end Prot_Exception_In_Procedure;
