procedure Caller_Aborted_At_Protected_Entry is
   protected P is
      entry E;
      procedure Open;
      function Waits return Boolean;
   private
      Is_Open : Boolean := False;
   end P;
   protected body P is
      entry E when Is_Open is
      begin
         null;
      end E;
      procedure Open is
      begin
         Is_Open := True;
      end Open;
      function Waits return Boolean is
      begin
         return E'Count > 0;
      end Waits;
   end P;
   task T;
   task body T is
   begin
      P.E;
      pragma Assert (False);
   end T;
begin
   while not P.Waits loop
      delay 0.001;
   end loop;
   abort T;
   P.Open;
end Caller_Aborted_At_Protected_Entry;
