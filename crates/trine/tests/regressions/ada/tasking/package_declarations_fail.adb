procedure Package_Declarations_Fail is
   function Id (I : Integer) return Integer is
   begin
      return I;
   end Id;
   Got : Integer := 0;
begin
   declare
      task Watch is
         entry Go;
      end Watch;
      task body Watch is
      begin
         null;
      end Watch;
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
         A : Positive := Id (0);
      begin
         null;
      exception
         when others => Got := 100;
      end P;
   begin
      null;
   exception
      when others => Got := 1;
   end;
exception
   when Constraint_Error => pragma Assert (Got = 0);
      Got := 2;
end Package_Declarations_Fail;
