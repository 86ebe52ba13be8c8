--  RM 9.2(3): A package in the same declarative part does not activate the tasks outside it.
--  Answer: END
procedure Act_Package_Between_Does_Not_Activate is
   X : Integer := 0;
   Seen : Integer := -1;
begin
   declare
      task T;
      task body T is
      begin
         X := X + 1;
      end T;
      package P is
      end P;
      package body P is
      begin
         Seen := X;
      end P;
   begin
      null;
   end;
   pragma Assert (Seen = 0 and X = 1);
   pragma Assert (False, "END");
end Act_Package_Between_Does_Not_Activate;
