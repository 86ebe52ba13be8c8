--  RM 9.5.3(2): A dispatching call of an entry waits as any entry call: for ever, where it is never accepted.
--  Answer: hangs
procedure Iface_Hangs is
   package P is
      type Door is synchronized interface;
      procedure Pass (D : in out Door) is abstract;
      protected type Gate is new Door with
         overriding entry Pass;
         procedure Open;
      private
         Is_Open : Boolean := False;
      end Gate;
      task type Guard is new Door with
         overriding entry Pass;
      end Guard;
   end P;
   package body P is
      protected body Gate is
         entry Pass when Is_Open is
         begin
            null;
         end Pass;
         procedure Open is
         begin
            Is_Open := True;
         end Open;
      end Gate;
      task body Guard is
      begin
         accept Pass;
      end Guard;
   end P;
   procedure Go (D : in out P.Door'Class) is
   begin
      D.Pass;
   end Go;
   One : P.Gate;
   Two : P.Guard;
begin
   Go (Two);
   Go (One);
end Iface_Hangs;
