--  RM 9.5.1: A task that leaves a protected object by a closed entry of another waits for ever,
--  and so do those behind it.
--  Answer: hangs
procedure Prot_Lock_Order_Hangs is
   protected Never is
      entry E;
   private
      Open : Boolean := False;
   end Never;
   protected body Never is
      entry E when Open is
      begin
         null;
      end E;
   end Never;
   task S is
      entry E;
   end S;
   task body S is
   begin
      accept E do
         Never.E;
      end E;
   end S;
begin
   S.E;
end Prot_Lock_Order_Hangs;
