--  The producers and consumers of "Extending FLAVERS to check properties on infinite executions" (paper 003): two of
--  each meet at a buffer without bounds, for ever.
procedure Paper_Producers is

   subtype Number is Integer range 1 .. 2;

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
end Paper_Producers;
