with Ada.Text_IO; use Ada.Text_IO;

procedure Lost_Update is

   protected Account is
      function Balance return Integer;
      procedure Set (Value : in Integer);
   private
      Money : Integer := 0;
   end Account;

   protected body Account is

      function Balance return Integer is
      begin
         return Money;
      end Balance;

      procedure Set (Value : in Integer) is
      begin
         Money := Value;
      end Set;

   end Account;

begin
   declare
      task type Payer;
      Payers : array (1 .. 2) of Payer;

      task body Payer is
         Seen : Integer;
      begin
         Seen := Account.Balance;
         Account.Set (Seen + 1);
      end Payer;
   begin
      null;
   end;
   Put_Line ("paid");
   pragma Assert (Account.Balance = 2);
end Lost_Update;
