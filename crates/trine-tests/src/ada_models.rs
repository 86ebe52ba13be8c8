//! Ada programs of any size: what the engines are measured on.

use std::fmt::Write;

/// Philosophers and forks of the FLAVERS papers, a task for each; all take the lower of their forks first.
pub fn philosophers(count: usize) -> String {
    format!(
        "procedure Main is

   N : constant := {count};
   subtype Seat is Integer range 0 .. N - 1;

   task type Fork is
      entry Up;
      entry Down;
   end Fork;

   task body Fork is
   begin
      loop
         accept Up;
         accept Down;
      end loop;
   end Fork;

   Forks : array (Seat) of Fork;

   Next : Integer := 0;

   function Taken return Seat is
      Number : constant Seat := Next;
   begin
      Next := Next + 1;
      return Number;
   end Taken;

   task type Philosopher (Left : Seat := Taken);

   procedure Start_Eating is null;
   procedure Stop_Eating is null;

   task body Philosopher is
      Right : constant Seat := (Left + 1) mod N;
      First : constant Seat := Seat'Min (Left, Right);
      Second : constant Seat := Seat'Max (Left, Right);
   begin
      loop
         Forks (First).Up;
         Forks (Second).Up;
         Start_Eating;
         Stop_Eating;
         Forks (First).Down;
         Forks (Second).Down;
      end loop;
   end Philosopher;

   Philosophers : array (Seat) of Philosopher;

begin
   null;
end Main;
"
    )
}

/// What must hold of the first two of them; the properties are those of the other languages.
pub const PHILOSOPHERS_SPEC: &str = "
event raise1 = rendezvous Up on Forks[1]
event lower1 = rendezvous Down on Forks[1]
event eat1 = call Start_Eating in Philosophers[0]
event done1 = call Stop_Eating in Philosophers[0]
event eat2 = call Start_Eating in Philosophers[1]
event done2 = call Stop_Eating in Philosophers[1]
";

/// Producers and consumers that meet at a buffer without bounds, so many of each.
pub fn producers_consumers(count: usize) -> String {
    format!(
        "procedure Main is

   subtype Number is Integer range 1 .. {count};

   task Buffer is
      entry Put;
      entry Get;
   end Buffer;

   task body Buffer is
   begin
      loop
         select
            accept Put;
         or
            accept Get;
         end select;
      end loop;
   end Buffer;

   task type Producer;
   task type Consumer;

   task body Producer is
   begin
      loop
         Buffer.Put;
      end loop;
   end Producer;

   task body Consumer is
   begin
      loop
         Buffer.Get;
      end loop;
   end Consumer;

   Producers : array (Number) of Producer;
   Consumers : array (Number) of Consumer;

begin
   null;
end Main;
"
    )
}

/// A consumer may starve, but something happens at the buffer again and again.
pub const PRODUCERS_CONSUMERS_SPEC: &str = "
event served = rendezvous Get on Buffer in Consumers[1]
event activity = rendezvous Put on Buffer or rendezvous Get on Buffer
property consumer_is_served { buchi { start idle { served -> fed } accepting fed { served -> fed } } }
property activity_for_ever {
  buchi { start idle { activity -> busy } accepting busy { activity -> busy } }
}
";

/// The dispatcher notifies of the right event, and no artist unregisters unless registered.
pub const CHIRON_SPEC: &str = "
event got_first = rendezvous notify(1) on dispatcher
event got_another = rendezvous notify on dispatcher except rendezvous notify(1) on dispatcher
event told_another = rendezvous notify on artist_1 or rendezvous notify on artist_2 \
except rendezvous notify(1) on artist_1 or rendezvous notify(1) on artist_2
event registers = rendezvous register(1, 1) on dispatcher in artist_1
event unregisters = rendezvous unregister(1, 1) on dispatcher in artist_1
query notifies_of_another_event {
  interval { ends got_first }
  interval { ends told_another  forbids got_another }
}
property unregisters_only_if_registered { registers precedes unregisters }
";

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
