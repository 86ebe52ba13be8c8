--  RM 9.4: Each element of an array of protected objects has its own lock and queue.
--  Answer: END
procedure Prot_Array is
   protected type Gate is
      entry Pass;
      procedure Open;
   private
      Opened : Boolean := False;
   end Gate;
   protected body Gate is
      entry Pass when Opened is
      begin
         null;
      end Pass;
      procedure Open is
      begin
         Opened := True;
      end Open;
   end Gate;
   G : array (1 .. 2) of Gate;
   N : Integer := 0;
begin
   declare
      task T;
      task body T is
      begin
         G (1).Pass;
         N := N + 1;
         G (2).Open;
      end T;
   begin
      G (1).Open;
      G (2).Pass;
      pragma Assert (N = 1);
   end;
   pragma Assert (False, "END");
end Prot_Array;
