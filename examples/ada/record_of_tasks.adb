procedure Record_Of_Tasks is

   task type Cell is
      entry Set (Value : in Integer);
      entry Get (Value : out Integer);
   end Cell;

   type Pair is limited record
      Left, Right : Cell;
   end record;

   task body Cell is
      Kept : Integer := 0;
   begin
      loop
         select
            accept Set (Value : in Integer) do
               Kept := Value;
            end Set;
         or
            accept Get (Value : out Integer) do
               Value := Kept;
            end Get;
         or
            terminate;
         end select;
      end loop;
   end Cell;

   procedure Swap (P : in out Pair) is
      A, B : Integer;
   begin
      P.Left.Get (A);
      P.Right.Get (B);
      P.Left.Set (B);
      P.Right.Set (A);
   end Swap;

   Both : Pair;
   X, Y : Integer;

begin
   Both.Left.Set (1);
   Both.Right.Set (2);
   Swap (Both);
   Both.Left.Get (X);
   Both.Right.Get (Y);
   pragma Assert (X = 2 and Y = 1);
end Record_Of_Tasks;
