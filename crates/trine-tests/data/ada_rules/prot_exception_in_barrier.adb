--  RM 9.5.3(7): An exception in a barrier is Program_Error in all callers of the object's entries.
--  Answer: END
procedure Prot_Exception_In_Barrier is
   Zero : Integer := 0;
   Caught : Boolean := False;
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
   begin
      P.E;
      pragma Assert (False);
   exception
      when Program_Error => Caught := True;
   end;
   pragma Assert (Caught);
   pragma Assert (False, "END");
end Prot_Exception_In_Barrier;
