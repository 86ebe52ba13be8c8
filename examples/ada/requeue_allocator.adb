with Ada.Text_IO; use Ada.Text_IO;

--  Who asks for more than there is waits in a second queue; each release lets everybody there try once more,
--  and who still does not get enough goes to its end again.
procedure Requeue_Allocator is

   protected Pool is
      entry Request (Amount : in Integer);
      procedure Release (Amount : in Integer);
   private
      entry Again (Amount : in Integer);
      Free  : Integer := 2;
      Tries : Integer := 0;
   end Pool;

   protected body Pool is

      entry Request (Amount : in Integer) when True is
      begin
         if Amount <= Free then
            Free := Free - Amount;
         else
            requeue Again;
         end if;
      end Request;

      procedure Release (Amount : in Integer) is
      begin
         Free := Free + Amount;
         pragma Assert (Free <= 2);
         Tries := Again'Count;
      end Release;

      entry Again (Amount : in Integer) when Tries > 0 is
      begin
         Tries := Tries - 1;
         if Amount <= Free then
            Free := Free - Amount;
         else
            requeue Again;
         end if;
      end Again;
   end Pool;

   task type User (Amount : Integer);

   task body User is
   begin
      Pool.Request (Amount);
      Put_Line ("got some");
      Pool.Release (Amount);
   end User;

   One   : User (1);
   Two   : User (2);
   Three : User (1);
begin
   null;
end Requeue_Allocator;
