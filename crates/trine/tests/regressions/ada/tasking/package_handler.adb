procedure Package_Handler is
   function Id (I : Integer) return Integer is
   begin
      return I;
   end Id;
   Seen : Boolean := False;
   package P is
      task T;
   end P;
   package body P is
      task body T is
         A : Positive := Id (0);
      begin
         null;
      end T;
   begin
      null;
   exception
      when Tasking_Error => Seen := True;
   end P;
begin
   pragma Assert (Seen);
end Package_Handler;
