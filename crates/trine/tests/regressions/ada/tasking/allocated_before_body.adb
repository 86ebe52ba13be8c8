procedure Allocated_Before_Body is
   Seen : Boolean := False;
begin
   declare
      task type T;
      type Ref is access T;
      function Make return Ref is
      begin
         return new T;
      end Make;
      package P is
      end P;
      package body P is
         R : Ref;
      begin
         R := Make;
         pragma Assert (False);
      exception
         when Program_Error => Seen := True;
      end P;
      task body T is
      begin
         null;
      end T;
      R : Ref := Make;
   begin
      null;
   end;
   pragma Assert (Seen);
end Allocated_Before_Body;
