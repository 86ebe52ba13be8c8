--  Not Ada: a record cannot have itself as a component, not even inside an array.
procedure Own_Part is
   type Node;
   type Nodes is array (1 .. 2) of Node;
   type Node is record
      Value    : Integer;
      Children : Nodes;
   end record;
   Root : Node;
begin
   Root.Value := 1;
end Own_Part;
