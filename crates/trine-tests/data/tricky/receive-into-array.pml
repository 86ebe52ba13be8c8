// Receive into array elements chosen by a variable that is not received.
chan c = [2] of { byte, byte };
byte i = 1, a[3];
active proctype P() { c!1,2; c?a[i],a[i+1]; assert(a[1] == 1 && a[2] == 2) }
