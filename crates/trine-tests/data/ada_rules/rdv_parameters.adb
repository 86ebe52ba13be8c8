--  RM 9.5.2(25): Parameters of an entry call are passed in both directions.
--  Answer: END
procedure Rdv_Parameters is
   task T is
      entry E (A : Integer; B : in out Integer; C : out Integer);
   end T;
   task body T is
   begin
      accept E (A : Integer; B : in out Integer; C : out Integer) do
         B := B + A;
         C := B * 2;
      end E;
   end T;
   X : Integer := 3;
   Y : Integer := 0;
begin
   T.E (4, X, Y);
   pragma Assert (X = 7 and Y = 14);
   pragma Assert (False, "END");
end Rdv_Parameters;
