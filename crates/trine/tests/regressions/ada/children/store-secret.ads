private package Store.Secret is
   Number : Integer := 100;
end Store.Secret;
