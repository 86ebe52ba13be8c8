procedure Atomic_Types is
   type Flag is new Boolean with Atomic;
   type Count is range 0 .. 10;
   pragma Volatile (Count);
   F : Flag := False;
   C : Count := 0;
   task T;
   task body T is
   begin
      F := True;
      C := 1;
   end T;
begin
   if F then
      C := 2;
   end if;
end Atomic_Types;
