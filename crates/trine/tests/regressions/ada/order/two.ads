package Two is
   pragma Elaborate_Body;
end Two;
