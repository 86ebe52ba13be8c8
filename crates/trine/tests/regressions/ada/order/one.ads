package One is
   pragma Elaborate_Body;
end One;
