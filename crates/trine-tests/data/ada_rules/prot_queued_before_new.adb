--  RM 9.5.3(18): Queued callers whose barrier opens are served before new ones.
--  Answer: END
procedure Prot_Queued_Before_New is
   Order : Integer := 0;
   protected P is
      entry Get (Id : Integer);
      procedure Put;
      function Waiting return Integer;
   private
      Free : Integer := 0;
   end P;
   protected body P is
      entry Get (Id : Integer) when Free > 0 is
      begin
         Free := Free - 1;
         Order := Order * 10 + Id;
      end Get;
      procedure Put is
      begin
         Free := Free + 1;
      end Put;
      function Waiting return Integer is
      begin
         return Get'Count;
      end Waiting;
   end P;
   task T;
   task body T is
   begin
      P.Get (1);
   end T;
begin
   while P.Waiting = 0 loop
      delay 0.001;
   end loop;
   P.Put;
   select
      P.Get (2);
      pragma Assert (False);
   else
      null;
   end select;
   pragma Assert (Order = 1);
   pragma Assert (False, "END");
end Prot_Queued_Before_New;
