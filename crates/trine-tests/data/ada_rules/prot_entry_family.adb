--  RM 9.5.2: Each index of a protected entry family has its own barrier.
--  Answer: END
procedure Prot_Entry_Family is
   protected P is
      entry E (1 .. 3) (N : out Integer);
      procedure Turn (To : Integer);
   private
      Now : Integer := 0;
   end P;
   protected body P is
      entry E (for I in 1 .. 3) (N : out Integer) when Now = I is
      begin
         N := I * 10;
         Now := Now - 1;
      end E;
      procedure Turn (To : Integer) is
      begin
         Now := To;
      end Turn;
   end P;
   X, Y : Integer := 0;
begin
   select
      P.E (2) (X);
      pragma Assert (False);
   else
      null;
   end select;
   P.Turn (2);
   P.E (2) (X);
   P.E (1) (Y);
   pragma Assert (X = 20 and Y = 10);
   pragma Assert (False, "END");
end Prot_Entry_Family;
