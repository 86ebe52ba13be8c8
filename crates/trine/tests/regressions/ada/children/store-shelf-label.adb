function Store.Shelf.Label return Integer is
begin
   return Places + Items;
end Store.Shelf.Label;
