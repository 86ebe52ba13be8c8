--  RM 9.8(6): Abort is deferred during a protected action.
--  Answer: END
procedure Abort_Deferred_In_Protected_Action is
   Inside, Go : Boolean := False;
   N : Integer := 0;
begin
   declare
      protected P is
         procedure Up;
      end P;
      protected body P is
         procedure Up is
         begin
            Inside := True;
            while not Go loop
               null;
            end loop;
            N := N + 1;
         end Up;
      end P;
      task T;
      task body T is
      begin
         P.Up;
         delay 0.0;
         N := N + 100;
      end T;
   begin
      while not Inside loop
         delay 0.001;
      end loop;
      abort T;
      Go := True;
   end;
   pragma Assert (N = 1);
   pragma Assert (False, "END");
end Abort_Deferred_In_Protected_Action;
