--  RM 9.2(3): Tasks of a package whose body has no statements are activated where the body ends.
--  Answer: END
procedure Act_Local_Package_Without_Statements is
   N : Integer := 0;
   package P is
      task T is
         entry E;
      end T;
   end P;
   package body P is
      task body T is
      begin
         accept E;
      end T;
   end P;
   function Call return Integer is
   begin
      P.T.E;
      return 3;
   end Call;
begin
   declare
      M : constant Integer := Call;
   begin
      N := M;
   end;
   pragma Assert (N = 3);
   pragma Assert (False, "END");
end Act_Local_Package_Without_Statements;
