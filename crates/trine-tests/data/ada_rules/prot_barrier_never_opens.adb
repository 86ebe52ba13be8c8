--  RM 9.5.3: A call of an entry whose barrier stays false waits for ever.
--  Answer: hangs
procedure Prot_Barrier_Never_Opens is
   protected P is
      entry E;
   private
      Open : Boolean := False;
   end P;
   protected body P is
      entry E when Open is
      begin
         null;
      end E;
   end P;
begin
   P.E;
end Prot_Barrier_Never_Opens;
