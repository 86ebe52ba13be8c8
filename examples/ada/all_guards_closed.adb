procedure All_Guards_Closed is

   task Gate is
      entry Enter;
   end Gate;

   task body Gate is
      Open : Boolean := False;
   begin
      select
         when Open =>
            accept Enter;
      end select;
   exception
      when Program_Error =>
         Open := True;
         accept Enter;
   end Gate;

begin
   Gate.Enter;
end All_Guards_Closed;
