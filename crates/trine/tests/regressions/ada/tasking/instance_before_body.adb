procedure Instance_Before_Body is
   generic
   package G is
      procedure Q;
   end G;
   package I is new G;
   package body G is
      procedure Q is
      begin
         null;
      end Q;
   end G;
begin
   I.Q;
end Instance_Before_Body;
