--  RM 8.5.2: A renaming of an exception is the same exception.
--  Answer: END
procedure Exc_Renamed is
   A : exception;
   B : exception renames A;
   N : Integer := 0;
begin
   begin
      raise B;
   exception
      when A => N := 1;
   end;
   pragma Assert (N = 1);
   pragma Assert (False, "END");
end Exc_Renamed;
