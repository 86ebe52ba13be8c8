--  RM 9.5.2: A server that accepts once more than it is called waits for ever.
--  Answer: hangs
procedure Rdv_Waits_For_Ever is
   task T is
      entry E;
   end T;
   task body T is
   begin
      for I in 1 .. 3 loop
         accept E;
      end loop;
   end T;
begin
   T.E;
   T.E;
end Rdv_Waits_For_Ever;
