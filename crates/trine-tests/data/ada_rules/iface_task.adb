--  RM 9.1(9.2): An entry of a task implements an operation of a task interface; a dispatching call is an entry call.
--  Answer: END
procedure Iface_Task is
   package P is
      type Worker is task interface;
      procedure Start (W : in out Worker; N : Integer) is abstract;
      procedure Finish (W : in out Worker; R : out Integer) is abstract;
      task type Doubler is new Worker with
         overriding entry Start (N : Integer);
         overriding entry Finish (R : out Integer);
      end Doubler;
      task type Squarer is new Worker with
         overriding entry Start (N : Integer);
         overriding entry Finish (R : out Integer);
      end Squarer;
   end P;
   package body P is
      task body Doubler is
         V : Integer;
      begin
         accept Start (N : Integer) do
            V := N;
         end Start;
         V := V * 2;
         accept Finish (R : out Integer) do
            R := V;
         end Finish;
      end Doubler;
      task body Squarer is
         V : Integer;
      begin
         accept Start (N : Integer) do
            V := N;
         end Start;
         V := V * V;
         accept Finish (R : out Integer) do
            R := V;
         end Finish;
      end Squarer;
   end P;
   D : P.Doubler;
   S : P.Squarer;
   procedure Run (W : in out P.Worker'Class; R : out Integer) is
   begin
      W.Start (5);
      W.Finish (R);
   end Run;
   One, Two : Integer;
begin
   Run (D, One);
   Run (S, Two);
   pragma Assert (One = 10 and Two = 25);
   pragma Assert (False, "END");
end Iface_Task;
