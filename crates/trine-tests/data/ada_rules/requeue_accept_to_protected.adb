--  RM 9.5.4: A requeue from an accept statement to a protected entry.
--  Answer: END
procedure Requeue_Accept_To_Protected is
   protected P is
      entry Wait;
      procedure Open;
   private
      Opened : Boolean := False;
   end P;
   protected body P is
      entry Wait when Opened is
      begin
         null;
      end Wait;
      procedure Open is
      begin
         Opened := True;
      end Open;
   end P;
   N : Integer := 0;
   task S is
      entry E;
   end S;
   task body S is
   begin
      accept E do
         requeue P.Wait;
      end E;
      N := 1;
      P.Open;
   end S;
begin
   S.E;
   pragma Assert (N = 1);
   pragma Assert (False, "END");
end Requeue_Accept_To_Protected;
