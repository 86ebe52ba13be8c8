with Store.Secret;
package body Store.Shelf is
   procedure Fill is
   begin
      Add;
      Store.Add;
      Hidden := Hidden + 1;
      Places := Places + Hidden + Secret.Number;
   end Fill;
end Store.Shelf;
