--  RM 9.3(5): An exit out of a block waits for the block's tasks.
--  Answer: END
procedure Mast_Exit_Waits is
   N : Integer := 0;
begin
   Outer :
   for I in 1 .. 3 loop
      declare
         task T;
         task body T is
         begin
            delay 0.001;
            N := N + 1;
         end T;
      begin
         exit Outer when I = 2;
      end;
      pragma Assert (N = I);
   end loop Outer;
   pragma Assert (N = 2);
   pragma Assert (False, "END");
end Mast_Exit_Waits;
