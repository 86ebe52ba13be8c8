procedure Forgotten_Accept is

   task Printer is
      entry Start;
      entry Stop;
   end Printer;

   task body Printer is
   begin
      accept Start;
      --  The call of Stop is never accepted.
   end Printer;

begin
   Printer.Start;
   Printer.Stop;
end Forgotten_Accept;
