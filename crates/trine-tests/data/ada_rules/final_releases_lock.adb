--  RM 7.6.1: A controlled object that releases a semaphore does so also where an exception leaves
--  its block.
--  Answer: END
with Ada.Finalization;
procedure Final_Releases_Lock is
   protected Sem is
      entry Take;
      procedure Give;
   private
      Free : Boolean := True;
   end Sem;
   protected body Sem is
      entry Take when Free is
      begin
         Free := False;
      end Take;
      procedure Give is
      begin
         Free := True;
      end Give;
   end Sem;
   package P is
      type Lock is new Ada.Finalization.Limited_Controlled with null record;
      overriding procedure Initialize (X : in out Lock);
      overriding procedure Finalize (X : in out Lock);
   end P;
   package body P is
      procedure Initialize (X : in out Lock) is
      begin
         Sem.Take;
      end Initialize;
      procedure Finalize (X : in out Lock) is
      begin
         Sem.Give;
      end Finalize;
   end P;
   N : Integer := 0;
begin
   for I in 1 .. 2 loop
      begin
         declare
            L : P.Lock;
         begin
            N := N + I;
            raise Program_Error;
         end;
      exception
         when Program_Error => N := N * 2;
      end;
   end loop;
   pragma Assert (N = 8);
   pragma Assert (False, "END");
end Final_Releases_Lock;
