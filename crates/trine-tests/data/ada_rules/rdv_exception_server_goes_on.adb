--  RM 9.5.2, 11.4: A server that handles the exceptions of its accept statements serves the next
--  caller.
--  Answer: END
procedure Rdv_Exception_Server_Goes_On is
   Good, Bad : Integer := 0;
   task S is
      entry E (N : Integer);
   end S;
   task body S is
      Small : Integer range 1 .. 5 := 1;
   begin
      loop
         begin
            select
               accept E (N : Integer) do
                  Small := N;
               end E;
            or
               terminate;
            end select;
         exception
            when Constraint_Error => Bad := Bad + 1;
         end;
      end loop;
   end S;
begin
   for I in 4 .. 7 loop
      begin
         S.E (I);
         Good := Good + 1;
      exception
         when Constraint_Error => null;
      end;
   end loop;
   pragma Assert (Good = 2);
   pragma Assert (False, "END");
end Rdv_Exception_Server_Goes_On;
