package Store.Shelf is
   Places : Integer := Items + 1;
   procedure Fill;
end Store.Shelf;
