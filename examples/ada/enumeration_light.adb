procedure Enumeration_Light is

   type Light is (Red, Yellow, Green);

   task Signal is
      entry Change;
      entry Look (Now : out Light);
   end Signal;

   task body Signal is
      Now : Light := Light'First;
   begin
      loop
         select
            accept Change;
            case Now is
               when Red => Now := Green;
               when Green => Now := Yellow;
               when others => Now := Red;
            end case;
         or
            accept Look (Now : out Light) do
               Now := Signal.Now;
            end Look;
         or
            terminate;
         end select;
      end loop;
   end Signal;

   Seen : Light;

begin
   Signal.Change;
   Signal.Change;
   Signal.Look (Seen);
   pragma Assert (Seen = Yellow);
   pragma Assert (Light'Succ (Red) = Seen and Light'Pos (Seen) = 1);
end Enumeration_Light;
