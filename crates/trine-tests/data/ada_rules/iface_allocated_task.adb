--  RM 9.2(4): A task that an allocator of an access-to-class-wide type makes is activated by the allocator.
--  Answer: END
procedure Iface_Allocated_Task is
   package P is
      type Worker is task interface;
      procedure Ask (W : in out Worker; R : out Integer) is abstract;
      type Worker_Ref is access all Worker'Class;
      task type One is new Worker with
         overriding entry Ask (R : out Integer);
      end One;
      task type Two (N : Integer) is new Worker with
         overriding entry Ask (R : out Integer);
      end Two;
   end P;
   package body P is
      task body One is
      begin
         accept Ask (R : out Integer) do
            R := 1;
         end Ask;
      end One;
      task body Two is
      begin
         accept Ask (R : out Integer) do
            R := N;
         end Ask;
      end Two;
   end P;
   use P;
   Team : array (1 .. 2) of Worker_Ref := (new One, new Two (5));
   Sum, Each : Integer := 0;
begin
   for W of Team loop
      W.Ask (Each);
      Sum := Sum + Each;
   end loop;
   pragma Assert (Sum = 6);
   pragma Assert (False, "END");
end Iface_Allocated_Task;
