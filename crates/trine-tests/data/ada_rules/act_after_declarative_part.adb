--  RM 9.2(3): Tasks of a declarative part are activated after all of it is elaborated.
--  Answer: END
procedure Act_After_Declarative_Part is
   X : Integer := 0;
   Seen : Integer := -1;
   function Set return Integer is
   begin
      X := 5;
      return 1;
   end Set;
begin
   declare
      task T;
      task body T is
         Y : Integer := X;
      begin
         Seen := Y;
      end T;
      Z : Integer := Set;
   begin
      pragma Assert (Z = 1);
   end;
   pragma Assert (Seen = 5);
   pragma Assert (False, "END");
end Act_After_Declarative_Part;
