procedure Allocator_Activation_Fails is
   task type TT is
      entry E;
   end TT;
   type Ref is access TT;
   N : Integer := 0;
   R : Ref;
   task body TT is
      A : Positive := N;
   begin
      accept E;
   end TT;
begin
   R := new TT;
   pragma Assert (False);
exception
   when Tasking_Error =>
      pragma Assert (R = null);
end Allocator_Activation_Fails;
