with Ada.Text_IO; use Ada.Text_IO;

procedure Rendezvous_Exception is

   Too_Much : exception;

   task Account is
      entry Withdraw (Amount : in Natural);
   end Account;

   Refused : Boolean := False;

   task body Account is
      Balance : Natural := 10;
   begin
      accept Withdraw (Amount : in Natural) do
         if Amount > Balance then
            raise Too_Much;
         end if;
         Balance := Balance - Amount;
      end Withdraw;
   exception
      when Too_Much => Put_Line ("refused");
   end Account;

begin
   begin
      Account.Withdraw (20);
   exception
      when Too_Much => Refused := True;
   end;
   pragma Assert (Refused);
end Rendezvous_Exception;
