procedure Package_In_Package is
   Order : Integer := 0;
   pragma Volatile (Order);
   package A is
      package B is
         task T is
            entry E;
         end T;
      end B;
   end A;
   package body A is
      package body B is
         task body T is
         begin
            accept E;
            Order := 1;
         end T;
      end B;
   begin
      B.T.E;
   end A;
begin
   null;
end Package_In_Package;
