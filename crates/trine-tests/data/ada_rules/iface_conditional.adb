--  RM 9.7.3(3): A conditional call of an operation that an entry implements is given up where it cannot be selected.
--  Answer: END
procedure Iface_Conditional is
   package P is
      type Door is synchronized interface;
      procedure Pass (D : in out Door) is abstract;
      type Door_Ref is access all Door'Class;
      protected type Gate is new Door with
         overriding entry Pass;
         procedure Open;
      private
         Is_Open : Boolean := False;
      end Gate;
      protected type Hole is new Door with
         overriding procedure Pass;
         function Count return Integer;
      private
         Passed : Integer := 0;
      end Hole;
   end P;
   package body P is
      protected body Gate is
         entry Pass when Is_Open is
         begin
            null;
         end Pass;
         procedure Open is
         begin
            Is_Open := True;
         end Open;
      end Gate;
      protected body Hole is
         procedure Pass is
         begin
            Passed := Passed + 1;
         end Pass;
         function Count return Integer is (Passed);
      end Hole;
   end P;
   One : aliased P.Gate;
   Two : aliased P.Hole;
   Ways : array (1 .. 2) of P.Door_Ref := (One'Unchecked_Access, Two'Unchecked_Access);
   Through : array (1 .. 2) of Integer := (0, 0);
begin
   for Round in 1 .. 2 loop
      for I in Ways'Range loop
         select
            Ways (I).Pass;
            Through (I) := Through (I) + 1;
         else
            null;
         end select;
      end loop;
      One.Open;
   end loop;
   pragma Assert (Through (1) = 1 and Through (2) = 2);
   pragma Assert (Two.Count = 2);
   pragma Assert (False, "END");
end Iface_Conditional;
