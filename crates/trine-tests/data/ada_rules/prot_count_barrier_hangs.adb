--  RM 9.5.3, 9.9(5): A barrier that waits for three where only two come.
--  Answer: hangs
procedure Prot_Count_Barrier_Hangs is
   protected P is
      entry Meet;
   end P;
   protected body P is
      entry Meet when Meet'Count = 3 is
      begin
         null;
      end Meet;
   end P;
   task A;
   task body A is
   begin
      P.Meet;
   end A;
begin
   P.Meet;
end Prot_Count_Barrier_Hangs;
