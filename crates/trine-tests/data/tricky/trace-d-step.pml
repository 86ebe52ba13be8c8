// The operations inside d_step and atomic are events too.
chan c = [2] of { byte };
active proctype P() { d_step { c!1; c!2 } atomic { c?1; c?2 } }
trace { c!1; c!2; c?1; c?2 }
