procedure Instance_With_Task is
   X : Integer := 0;
   pragma Volatile (X);
   generic
   package G is
      task T is
         entry E;
      end T;
   end G;
   package body G is
      task body T is
      begin
         accept E do
            X := X + 1;
         end E;
      end T;
   end G;
   package I1 is new G;
   Y : Integer := 0;
   package Dummy is
   end Dummy;
   package body Dummy is
   begin
      I1.T.E;
      pragma Assert (X = 1);
   end Dummy;
begin
   pragma Assert (X = 1);
end Instance_With_Task;
