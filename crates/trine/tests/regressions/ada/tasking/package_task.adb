procedure Package_Task is
   X : Integer := 0;
   pragma Volatile (X);
   package P is
      task T is
         entry E;
      end T;
   end P;
   package body P is
      task body T is
      begin
         X := 1;
         accept E;
      end T;
   begin
      T.E;
      pragma Assert (X = 1);
      X := 2;
   end P;
begin
   pragma Assert (X = 2);
end Package_Task;
