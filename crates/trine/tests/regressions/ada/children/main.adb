with Store.Shelf.Label;
procedure Main is
   use Store;
   task Worker;
   task body Worker is
   begin
      Shelf.Fill;
   end Worker;
begin
   while not Worker'Terminated loop
      delay 0.01;
   end loop;
   Store.Shelf.Fill;
   pragma Assert (Store.Items = 5);
   pragma Assert (Store.Shelf.Places = 2 + 6 + 100 + 7 + 100);
   pragma Assert (Shelf.Label = 220);
   pragma Assert (False, "END");
end Main;
