package body Store is
   procedure Add is
   begin
      Items := Items + 1;
   end Add;
end Store;
