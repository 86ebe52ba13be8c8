procedure Gas_Station is

   N : constant := 2;
   subtype Customer_Id is Integer range 1 .. N;

   task Operator is
      entry Prepay (Who : in Customer_Id);
      entry Charge (Amount : in Natural);
   end Operator;

   task Pump is
      entry Activate;
      entry Start_Pumping;
      entry Finish_Pumping;
   end Pump;

   task type Customer (Id : Customer_Id) is
      entry Change (Amount : in Natural);
   end Customer;

   One : Customer (1);
   Two : Customer (2);

   task body Operator is
      Queue : array (Customer_Id) of Customer_Id;
      Count : Natural := 0;
      Next  : Customer_Id;
   begin
      loop
         select
            accept Prepay (Who : in Customer_Id) do
               Count := Count + 1;
               Queue (Count) := Who;
            end Prepay;
            if Count = 1 then
               Pump.Activate;
            end if;
         or
            accept Charge (Amount : in Natural) do
               Next := Queue (1);
            end Charge;
            Count := Count - 1;
            if Count > 0 then
               Queue (1) := Queue (2);
            end if;
            if Next = 1 then
               One.Change (0);
            else
               Two.Change (0);
            end if;
            if Count > 0 then
               Pump.Activate;
            end if;
         or
            terminate;
         end select;
      end loop;
   end Operator;

   task body Pump is
   begin
      loop
         select
            accept Activate;
         or
            terminate;
         end select;
         accept Start_Pumping;
         accept Finish_Pumping;
         Operator.Charge (10);
      end loop;
   end Pump;

   task body Customer is
   begin
      Operator.Prepay (Id);
      Pump.Start_Pumping;
      Pump.Finish_Pumping;
      accept Change (Amount : in Natural);
   end Customer;

begin
   null;
end Gas_Station;
