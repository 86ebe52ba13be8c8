--  After Figure 1 of "FLAVERS for Java" (paper 002): two tasks that meet once.
procedure Paper_Two_Tasks is

   procedure P1 is null;
   procedure P2 is null;
   procedure P3 is null;

   task T1;

   task T2 is
      entry E;
   end T2;

   task body T1 is
   begin
      P1;
      T2.E;
   end T1;

   task body T2 is
   begin
      P2;
      accept E;
      P3;
   end T2;

begin
   null;
end Paper_Two_Tasks;
