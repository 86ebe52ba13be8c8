package Shared is
   Order : Integer := 0;
end Shared;
