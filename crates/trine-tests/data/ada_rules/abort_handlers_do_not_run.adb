--  RM 9.8: An aborted task runs none of its handlers.
--  Answer: END
procedure Abort_Handlers_Do_Not_Run is
   N : Integer := 0;
begin
   declare
      task T is
         entry E;
      end T;
      task body T is
      begin
         begin
            accept E;
            N := N + 1;
         exception
            when others => N := N + 10;
         end;
         N := N + 100;
      exception
         when others => N := N + 1000;
      end T;
   begin
      abort T;
   end;
   pragma Assert (N = 0);
   pragma Assert (False, "END");
end Abort_Handlers_Do_Not_Run;
