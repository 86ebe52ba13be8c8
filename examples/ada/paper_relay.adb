--  After Figure 9 of the paper on INCA and spurious cycles (004), the relay of three: each task waits for its
--  own number and hands on the next.
procedure Paper_Relay is

   subtype Val is Natural range 0 .. 2;

   task Resource is
      entry Set (I : in Val);
      entry Get (J : out Val);
   end Resource;

   task T0;
   task T1;
   task T2;

   task body Resource is
      X : Val := 2;
   begin
      loop
         select
            accept Set (I : in Val) do
               X := I;
            end Set;
         or
            accept Get (J : out Val) do
               J := X;
            end Get;
         end select;
      end loop;
   end Resource;

   task body T0 is
      Y : Val;
   begin
      loop
         Resource.Get (Y);
         if Y = 0 then
            Resource.Set (1);
         end if;
      end loop;
   end T0;

   task body T1 is
      Y : Val;
   begin
      loop
         Resource.Get (Y);
         if Y = 1 then
            Resource.Set (2);
         end if;
      end loop;
   end T1;

   task body T2 is
      Y : Val;
   begin
      loop
         Resource.Get (Y);
         if Y = 2 then
            Resource.Set (0);
         end if;
      end loop;
   end T2;

begin
   null;
end Paper_Relay;
