procedure Term is
   task T;
   task S is
      entry E;
   end S;
   Seen : Boolean := False;
   task body T is
   begin
      S.E;
   end T;
   task body S is
   begin
      accept E;
   end S;
begin
   Seen := T'Terminated;
   pragma Assert (not Seen);   --  it may be over
end Term;
