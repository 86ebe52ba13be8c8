procedure Aborted_Before_Activation is
   type Ref is access all Integer;
begin
   declare
      task T is
         entry E;
      end T;
      task body T is
      begin
         accept E;
      end T;
      function F return Integer is
      begin
         abort T;
         return 1;
      end F;
      X : Integer := F;
   begin
      pragma Assert (T'Terminated);
      pragma Assert (not T'Callable);
      T.E;
      pragma Assert (False);
   exception
      when Tasking_Error => null;
   end;
end Aborted_Before_Activation;
