procedure Barrier_Fails_For_All is
   Divisor : Integer := 1;
   pragma Volatile (Divisor);
   protected P is
      entry A;
      entry B (X : out Integer);
      procedure Set;
      function Waiting return Integer;
   end P;
   protected body P is
      entry A when 1 / Divisor > 5 is
      begin
         null;
      end A;
      entry B (X : out Integer) when False is
      begin
         X := 1;
      end B;
      procedure Set is
      begin
         Divisor := 0;
      end Set;
      function Waiting return Integer is
      begin
         return A'Count + B'Count;
      end Waiting;
   end P;
   protected Seen is
      procedure Note;
      function Value return Integer;
   private
      Count : Integer := 0;
   end Seen;
   protected body Seen is
      procedure Note is
      begin
         Count := Count + 1;
      end Note;
      function Value return Integer is
      begin
         return Count;
      end Value;
   end Seen;
begin
   declare
      task TA;
      task TB;
      task body TA is
      begin
         P.A;
      exception
         when Program_Error => Seen.Note;
      end TA;
      task body TB is
         X : Integer := 0;
      begin
         P.B (X);
      exception
         when Program_Error => Seen.Note;
      end TB;
   begin
      while P.Waiting < 2 loop
         delay 0.001;
      end loop;
      P.Set;
   end;
   pragma Assert (Seen.Value = 2);
end Barrier_Fails_For_All;
