procedure Readers_Writers is

   protected Lock is
      entry Start_Read;
      procedure Stop_Read;
      entry Start_Write;
      procedure Stop_Write;
   private
      Readers : Natural := 0;
      Writing : Boolean := False;
   end Lock;

   Data : Integer := 0;

   protected body Lock is

      entry Start_Read when not Writing and then Start_Write'Count = 0 is
      begin
         Readers := Readers + 1;
      end Start_Read;

      procedure Stop_Read is
      begin
         Readers := Readers - 1;
      end Stop_Read;

      entry Start_Write when not Writing and then Readers = 0 is
      begin
         Writing := True;
      end Start_Write;

      procedure Stop_Write is
      begin
         Writing := False;
      end Stop_Write;

   end Lock;

   task type Reader;
   task Writer;

   task body Reader is
      Seen : Integer;
   begin
      Lock.Start_Read;
      Seen := Data;
      Lock.Stop_Read;
      pragma Assert (Seen = 0 or Seen = 2);
   end Reader;

   task body Writer is
   begin
      Lock.Start_Write;
      Data := Data + 1;
      Data := Data + 1;
      Lock.Stop_Write;
   end Writer;

   Readers : array (1 .. 2) of Reader;

begin
   null;
end Readers_Writers;
