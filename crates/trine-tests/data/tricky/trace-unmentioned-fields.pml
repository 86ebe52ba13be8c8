// Constants in a trace are compared, variables are not allowed to be more than _.
chan c = [2] of { byte, byte };
active proctype P() { c!1,5; c!2,6 }
trace { c!1,_; c!2,6 }
