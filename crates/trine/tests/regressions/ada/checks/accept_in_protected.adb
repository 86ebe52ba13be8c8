procedure Accept_In_Protected is
   protected P is
      procedure Op;
   end P;
   protected body P is
      procedure Op is
      begin
         accept Op;
      end Op;
   end P;
begin
   P.Op;
end Accept_In_Protected;
