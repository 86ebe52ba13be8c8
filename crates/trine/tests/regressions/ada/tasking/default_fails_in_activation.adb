procedure Default_Fails_In_Activation is
   type Rec is record
      A : Positive := 1;
   end record;
   function Id (I : Integer) return Integer is
   begin
      return I;
   end Id;
   type Bad is record
      A : Positive := Id (0);
   end record;
   Seen : Boolean := False;
begin
   declare
      task T;
      task body T is
         B : Bad;
      begin
         null;
      end T;
   begin
      null;
   exception
      when Tasking_Error => Seen := True;
   end;
   pragma Assert (Seen);
end Default_Fails_In_Activation;
