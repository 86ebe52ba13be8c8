procedure Called_Before_Body is
   Seen : Boolean := False;
begin
   declare
      procedure Q;
      package P is
      end P;
      package body P is
      begin
         Q;
      exception
         when Program_Error => Seen := True;
      end P;
      procedure Q is
      begin
         null;
      end Q;
   begin
      Q;
   end;
   pragma Assert (Seen);
end Called_Before_Body;
