--  RM 9.5.3, 6.4: Entry calls take named associations and default expressions.
--  Answer: END
procedure Rdv_Named_And_Default_Parameters is
   D : Integer := 5;
   task T is
      entry E (A : Integer := D; B : Integer; C : out Integer);
   end T;
   task body T is
   begin
      for I in 1 .. 2 loop
         accept E (A : Integer := D; B : Integer; C : out Integer) do
            C := A * 10 + B;
         end E;
      end loop;
   end T;
   X : Integer := 0;
begin
   T.E (B => 2, C => X);
   pragma Assert (X = 52);
   D := 6;
   T.E (C => X, B => 1);
   pragma Assert (X = 61);
   pragma Assert (False, "END");
end Rdv_Named_And_Default_Parameters;
