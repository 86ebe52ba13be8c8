--  RM 9.2(3): All tasks of a declarative part are activated before its first statement.
--  Answer: END
procedure Act_Two_Tasks is
   X, Y : Integer := 0;
   procedure Set (V : out Integer) is
   begin
      V := 1;
   end Set;
   function Of_X return Integer is
   begin
      Set (X);
      return X;
   end Of_X;
   function Of_Y return Integer is
   begin
      Set (Y);
      return Y;
   end Of_Y;
begin
   declare
      task A;
      task B;
      task body A is
         L : constant Integer := Of_X;
      begin
         pragma Assert (L = 1);
      end A;
      task body B is
         L : constant Integer := Of_Y;
      begin
         pragma Assert (L = 1);
      end B;
   begin
      pragma Assert (X = 1 and Y = 1);
   end;
   pragma Assert (False, "END");
end Act_Two_Tasks;
