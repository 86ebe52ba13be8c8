--  RM 9.8(2): An abort statement may name several tasks.
--  Answer: END
procedure Abort_Several is
begin
   declare
      task type T is
         entry E;
      end T;
      task body T is
      begin
         accept E;
      end T;
      A, B : T;
      C : array (1 .. 2) of T;
   begin
      abort A, B, C (1), C (2);
   end;
   pragma Assert (False, "END");
end Abort_Several;
