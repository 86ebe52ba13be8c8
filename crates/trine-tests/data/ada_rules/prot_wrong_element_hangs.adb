--  RM 9.4: Opening another element does not help.
--  Answer: hangs
procedure Prot_Wrong_Element_Hangs is
   protected type Gate is
      entry Pass;
      procedure Open;
   private
      Opened : Boolean := False;
   end Gate;
   protected body Gate is
      entry Pass when Opened is
      begin
         null;
      end Pass;
      procedure Open is
      begin
         Opened := True;
      end Open;
   end Gate;
   G : array (1 .. 2) of Gate;
begin
   G (1).Open;
   G (2).Pass;
end Prot_Wrong_Element_Hangs;
