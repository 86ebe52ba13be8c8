package Store is
   Items : Integer := 1;
   procedure Add;
private
   Hidden : Integer := 5;
end Store;
