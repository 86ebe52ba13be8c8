--  RM 11.4: An exception in a handler leaves the block.
--  Answer: END
procedure Exc_In_Handler is
   A, B : exception;
   N : Integer := 0;
begin
   begin
      begin
         raise A;
      exception
         when A =>
            N := N + 1;
            raise B;
         when B => N := N + 100;
      end;
   exception
      when A => N := N + 1000;
      when B => N := N + 10;
   end;
   pragma Assert (N = 11);
   pragma Assert (False, "END");
end Exc_In_Handler;
