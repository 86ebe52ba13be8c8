--  Producers and consumers that know an interface only: a protected object and a task implement it.
procedure Interchangeable_Buffers is

   package Buffers is
      type Buffer is synchronized interface;
      procedure Put (B : in out Buffer; X : Integer) is abstract;
      procedure Get (B : in out Buffer; X : out Integer) is abstract;

      protected type Cell is new Buffer with
         overriding entry Put (X : Integer);
         overriding entry Get (X : out Integer);
      private
         Value : Integer := 0;
         Full  : Boolean := False;
      end Cell;

      task type Server is new Buffer with
         overriding entry Put (X : Integer);
         overriding entry Get (X : out Integer);
      end Server;
   end Buffers;

   package body Buffers is
      protected body Cell is
         entry Put (X : Integer) when not Full is
         begin
            Value := X;
            Full := True;
         end Put;

         entry Get (X : out Integer) when Full is
         begin
            X := Value;
            Full := False;
         end Get;
      end Cell;

      task body Server is
         Value : Integer := 0;
      begin
         loop
            select
               accept Put (X : Integer) do
                  Value := X;
               end Put;
            or
               terminate;
            end select;
            accept Get (X : out Integer) do
               X := Value;
            end Get;
         end loop;
      end Server;
   end Buffers;

   use Buffers;

   procedure Send_Two (To : in out Buffer'Class) is
   begin
      To.Put (1);
      To.Put (2);
   end Send_Two;

   procedure Receive_Two (From : in out Buffer'Class; Both : out Integer) is
      One, Two : Integer;
   begin
      From.Get (One);
      From.Get (Two);
      Both := 10 * One + Two;
   end Receive_Two;

   First  : Cell;
   Second : Server;

   task Producer;
   task body Producer is
   begin
      Send_Two (First);
      Send_Two (Second);
   end Producer;

   Sum : Integer;
begin
   Receive_Two (First, Sum);
   pragma Assert (Sum = 12);
   Receive_Two (Second, Sum);
   pragma Assert (Sum = 12);
end Interchangeable_Buffers;
