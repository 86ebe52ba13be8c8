//! Ada programs of any size: what the engines are measured on.

use std::fmt::Write;

/// Philosophers and forks of the FLAVERS papers, a task for each. All but the last take their left fork first.
pub fn philosophers(count: usize) -> String {
    let last = count - 1;
    format!(
        "procedure Main is

   N : constant := {count};
   subtype Seat is Integer range 0 .. {last};

   task type Fork is
      entry Up;
      entry Down;
   end Fork;

   type Fork_Access is access Fork;

   task body Fork is
   begin
      loop
         accept Up;
         accept Down;
      end loop;
   end Fork;

   procedure Start_Eating is null;
   procedure Stop_Eating is null;

   task type Philosopher (First, Second : Fork_Access);
   type Philosopher_Access is access Philosopher;

   task body Philosopher is
   begin
      loop
         First.Up;
         Second.Up;
         Start_Eating;
         Stop_Eating;
         First.Down;
         Second.Down;
      end loop;
   end Philosopher;

   Forks : array (Seat) of Fork_Access;
   Philosophers : array (Seat) of Philosopher_Access;

begin
   for I in Seat loop
      Forks (I) := new Fork;
   end loop;
   for I in 0 .. N - 2 loop
      Philosophers (I) := new Philosopher (Forks (I), Forks (I + 1));
   end loop;
   Philosophers (N - 1) := new Philosopher (Forks (0), Forks (N - 1));
end Main;
"
    )
}

/// A user interface after Chiron: two clients change what is shown, a dispatcher tells the artists that have
/// registered for such an event.
pub fn chiron(events: usize) -> String {
    let mut text = head("Chiron", events);
    text.push_str(
        "   task body Dispatcher is
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

",
    );
    text + &rest("Chiron", events)
}

/// The same with a task for each kind of event, which the dispatcher only hands requests on to.
pub fn chiron_decomposed(events: usize) -> String {
    let name = "Chiron_Decomposed";
    let mut text = head(name, events);
    text.push_str(
        "   task type Dispatch_Event (What : Event) is
      entry Register (Who : in Artist);
      entry Unregister (Who : in Artist);
      entry Notify;
   end Dispatch_Event;

   task body Dispatch_Event is
      Interested_1 : Boolean := False;
      Interested_2 : Boolean := False;
   begin
      loop
         select
            accept Register (Who : in Artist) do
               if Who = 1 then
                  Interested_1 := True;
               else
                  Interested_2 := True;
               end if;
            end Register;
         or
            accept Unregister (Who : in Artist) do
               if Who = 1 then
                  Interested_1 := False;
               else
                  Interested_2 := False;
               end if;
            end Unregister;
         or
            accept Notify do
               if Interested_1 then
                  Artist_1.Notify (What);
               end if;
               if Interested_2 then
                  Artist_2.Notify (What);
               end if;
            end Notify;
         or
            terminate;
         end select;
      end loop;
   end Dispatch_Event;

",
    );
    for event in 1..=events {
        let _ = writeln!(text, "   Dispatch_E{event} : Dispatch_Event ({event});");
    }
    let passed = |entry: &str, argument: &str| {
        let lines = (1..=events).map(|event| {
            format!("                  when {event} => Dispatch_E{event}.{entry}{argument};\n")
        });
        lines.collect::<String>()
    };
    let _ = write!(
        text,
        "
   task body Dispatcher is
   begin
      loop
         select
            accept Register (Who : in Artist; What : in Event) do
               case What is
{}               end case;
            end Register;
         or
            accept Unregister (Who : in Artist; What : in Event) do
               case What is
{}               end case;
            end Unregister;
         or
            accept Notify (What : in Event) do
               case What is
{}               end case;
            end Notify;
         or
            terminate;
         end select;
      end loop;
   end Dispatcher;

",
        passed("Register", " (Who)"),
        passed("Unregister", " (Who)"),
        passed("Notify", ""),
    );
    text + &rest(name, events)
}

fn head(name: &str, events: usize) -> String {
    format!(
        "--  A user interface of our own after Chiron (paper 004, section 4.2), with {events} kinds of events.
procedure {name} is

   N : constant := {events};
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

"
    )
}

fn rest(name: &str, _events: usize) -> String {
    let artist = |number: usize, without: usize| {
        format!(
            "   task body Artist_{number} is
   begin
      for What in Event loop
         if What mod 3 /= {without} then
            Dispatcher.Register ({number}, What);
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
         if What mod 3 /= {without} then
            Dispatcher.Unregister ({number}, What);
         end if;
      end loop;
   end Artist_{number};

"
        )
    };
    let client = |number: usize| {
        format!(
            "   task body Client_{number} is
   begin
      for What in Event loop
         if What mod 2 = {} then
            Adt_Wrapper.Changed (What);
         end if;
      end loop;
      Adt_Wrapper.Finished;
   end Client_{number};

",
            number % 2
        )
    };
    format!(
        "   task body Adt_Wrapper is
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

{}{}{}{}begin
   null;
end {name};
",
        artist(1, 0),
        artist(2, 1),
        client(1),
        client(2)
    )
}
