--  RM C.7.1: Is_Terminated and Is_Callable of an identification agree with the attributes.
--  Answer: END
with Ada.Task_Identification; use Ada.Task_Identification;
procedure Attr_Is_Terminated is
   task T is
      entry E;
   end T;
   task body T is
   begin
      accept E;
   end T;
begin
   pragma Assert (Is_Callable (T'Identity) and not Is_Terminated (T'Identity));
   T.E;
   while not Is_Terminated (T'Identity) loop
      delay 0.001;
   end loop;
   pragma Assert (T'Terminated and not Is_Callable (T'Identity));
   pragma Assert (False, "END");
end Attr_Is_Terminated;
