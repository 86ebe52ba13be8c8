--  RM 9.5.2, 6.5: A return statement inside an accept statement completes it.
--  Answer: END
procedure Rdv_Return_Inside_Accept is
   N : Integer := 0;
begin
   declare
      task T is
         entry E (A : Integer; R : out Integer);
      end T;
      task body T is
      begin
         for I in 1 .. 2 loop
            accept E (A : Integer; R : out Integer) do
               R := 1;
               if A = 1 then
                  return;
               end if;
               R := 2;
            end E;
            N := N + 1;
         end loop;
      end T;
      X, Y : Integer;
   begin
      T.E (1, X);
      T.E (2, Y);
      pragma Assert (X = 1 and Y = 2);
   end;
   pragma Assert (N = 2);
   pragma Assert (False, "END");
end Rdv_Return_Inside_Accept;
