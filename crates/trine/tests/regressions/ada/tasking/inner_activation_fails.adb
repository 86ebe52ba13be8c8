procedure Inner_Activation_Fails is
   function Id (I : Integer) return Integer is
   begin
      return I;
   end Id;
   Seen : Boolean := False;
   pragma Volatile (Seen);
begin
   declare
      task T;
      task body T is
         task Inner;
         task body Inner is
            A : Positive := Id (0);
         begin
            null;
         end Inner;
      begin
         null;
      exception
         when Tasking_Error => Seen := True;
      end T;
   begin
      null;
   end;
   pragma Assert (Seen);
end Inner_Activation_Fails;
