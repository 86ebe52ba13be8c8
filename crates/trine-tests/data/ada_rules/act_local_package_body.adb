--  RM 9.2(3): Tasks of a local package are activated before the statements of its body.
--  Answer: END
procedure Act_Local_Package_Body is
   N : Integer := 0;
   package P is
      task T is
         entry E;
      end T;
   end P;
   package body P is
      task body T is
      begin
         accept E do
            N := N + 1;
         end E;
      end T;
   begin
      T.E;
      N := N + 10;
   end P;
begin
   pragma Assert (N = 11);
   pragma Assert (False, "END");
end Act_Local_Package_Body;
