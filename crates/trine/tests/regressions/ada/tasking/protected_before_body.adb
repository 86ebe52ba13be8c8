procedure Protected_Before_Body is
   Seen : Integer := 0;
begin
   declare
      protected O is
         procedure Q;
         function F return Integer;
         entry E;
      end O;
      package P is
      end P;
      package body P is
         X : Integer := 0;
      begin
         begin
            O.Q;
         exception
            when Program_Error => Seen := Seen + 1;
         end;
         begin
            X := O.F;
         exception
            when Program_Error => Seen := Seen + 1;
         end;
         begin
            O.E;
         exception
            when Program_Error => Seen := Seen + 1;
         end;
      end P;
      protected body O is
         procedure Q is
         begin
            null;
         end Q;
         function F return Integer is
         begin
            return 1;
         end F;
         entry E when True is
         begin
            null;
         end E;
      end O;
   begin
      O.Q;
      O.E;
   end;
   pragma Assert (Seen = 3);
end Protected_Before_Body;
