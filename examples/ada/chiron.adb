--  A user interface of our own after Chiron (paper 004, section 4.2), with 3 kinds of events.
procedure Chiron is

   N : constant := 3;
   subtype Event is Integer range 1 .. N;
   subtype Artist is Integer range 1 .. 2;

   task Dispatcher is
      entry Register (Who : in Artist; What : in Event);
      entry Unregister (Who : in Artist; What : in Event);
      entry Notify (What : in Event);
   end Dispatcher;

   task Adt_Wrapper is
      entry Ready;
      entry Changed (What : in Event);
      entry Finished;
   end Adt_Wrapper;

   task Artist_1 is
      entry Notify (What : in Event);
      entry Done;
   end Artist_1;

   task Artist_2 is
      entry Notify (What : in Event);
      entry Done;
   end Artist_2;

   task Client_1;
   task Client_2;

   task body Dispatcher is
      Interested : array (Event, Artist) of Boolean := (others => (others => False));
   begin
      loop
         select
            accept Register (Who : in Artist; What : in Event) do
               Interested (What, Who) := True;
            end Register;
         or
            accept Unregister (Who : in Artist; What : in Event) do
               Interested (What, Who) := False;
            end Unregister;
         or
            accept Notify (What : in Event) do
               if Interested (What, 1) then
                  Artist_1.Notify (What);
               end if;
               if Interested (What, 2) then
                  Artist_2.Notify (What);
               end if;
            end Notify;
         or
            terminate;
         end select;
      end loop;
   end Dispatcher;

   task body Adt_Wrapper is
      Current : Event;
      Working : Integer range 0 .. 2 := 2;
   begin
      accept Ready;
      accept Ready;
      while Working > 0 loop
         select
            accept Changed (What : in Event) do
               Current := What;
            end Changed;
            Dispatcher.Notify (Current);
         or
            accept Finished;
            Working := Working - 1;
         end select;
      end loop;
      Artist_1.Done;
      Artist_2.Done;
   end Adt_Wrapper;

   task body Artist_1 is
   begin
      for What in Event loop
         if What mod 3 /= 0 then
            Dispatcher.Register (1, What);
         end if;
      end loop;
      Adt_Wrapper.Ready;
      loop
         select
            accept Notify (What : in Event);
         or
            accept Done;
            exit;
         end select;
      end loop;
      for What in Event loop
         if What mod 3 /= 0 then
            Dispatcher.Unregister (1, What);
         end if;
      end loop;
   end Artist_1;

   task body Artist_2 is
   begin
      for What in Event loop
         if What mod 3 /= 1 then
            Dispatcher.Register (2, What);
         end if;
      end loop;
      Adt_Wrapper.Ready;
      loop
         select
            accept Notify (What : in Event);
         or
            accept Done;
            exit;
         end select;
      end loop;
      for What in Event loop
         if What mod 3 /= 1 then
            Dispatcher.Unregister (2, What);
         end if;
      end loop;
   end Artist_2;

   task body Client_1 is
   begin
      for What in Event loop
         if What mod 2 = 1 then
            Adt_Wrapper.Changed (What);
         end if;
      end loop;
      Adt_Wrapper.Finished;
   end Client_1;

   task body Client_2 is
   begin
      for What in Event loop
         if What mod 2 = 0 then
            Adt_Wrapper.Changed (What);
         end if;
      end loop;
      Adt_Wrapper.Finished;
   end Client_2;

begin
   null;
end Chiron;
