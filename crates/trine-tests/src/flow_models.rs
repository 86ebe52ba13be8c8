//! Philosophers and their forks, as many as one likes: the models that flow is measured on.

/// Philosophers as one template; each takes its left fork first, but for the last one.
pub fn system(count: usize) -> String {
    let processes = count + 1;
    let mut text = format!(
        r#"system "philosophers"
rules processes {processes}, no reap

monitor fork[{count}]
global isUp[{count}]: bool

template philosopher(left: short, right: short) {{
  local success1: bool
  local success2: bool
  think:
    think -> up1 enter fork[left]
  up1:
    up1 -> wait1 when isUp[left]
    up1 -> raise1 when !isUp[left]
  wait1:
    wait1 -> idle1 wait fork[left]
  idle1:
    idle1 -> told1 waiting fork[left]
  told1:
    told1 -> up1 notified fork[left]
  raise1:
    raise1 -> got1 do isUp[left] := 1 
  got1:
    got1 -> second exit fork[left]
  second:
    second -> up2 enter fork[right]
  up2:
    up2 -> wait2 when isUp[right]
    up2 -> raise2 when !isUp[right]
  wait2:
    wait2 -> idle2 wait fork[right]
  idle2:
    idle2 -> told2 waiting fork[right]
  told2:
    told2 -> up2 notified fork[right]
  raise2:
    raise2 -> got2 do isUp[right] := 1
  got2:
    got2 -> eat exit fork[right]
  eat:
    eat -> eating label call startEating
  eating:
    eating -> down1 label call stopEating
  down1:
    down1 -> lower1 enter fork[left]
  lower1:
    lower1 -> tell1 do isUp[left] := 0
  tell1:
    tell1 -> left1 notifyall fork[left]
  left1:
    left1 -> down2 exit fork[left]
  down2:
    down2 -> lower2 enter fork[right]
  lower2:
    lower2 -> tell2 do isUp[right] := 0
  tell2:
    tell2 -> left2 notifyall fork[right]
  left2:
    left2 -> think exit fork[right]
    left2 -> done exit fork[right]
  done final:
}}
"#
    );
    for number in 0..count {
        let (left, right) = match number + 1 == count {
            true => (0, number),
            false => (number, number + 1),
        };
        text.push_str(&format!(
            "process philosopher{}: philosopher({left}, {right})\n",
            number + 1
        ));
    }
    text
}

/// What must hold of the first two of them.
pub const SYSTEM_SPEC: &str = "
event raise1 = assign isUp[1] = true
event lower1 = assign isUp[1] = false
event eat1 = call startEating in philosopher1
event done1 = call stopEating in philosopher1
event eat2 = call startEating in philosopher2
event done2 = call stopEating in philosopher2
";

/// The same philosophers in Java, in arrays.
pub fn java(count: usize) -> String {
    format!(
        "class Fork {{
    private boolean isUp = false;
    synchronized void up() throws InterruptedException {{
        while (isUp) wait();
        isUp = true;
    }}
    synchronized void down() {{
        isUp = false;
        notifyAll();
    }}
}}
class Philosopher extends Thread {{
    private final Fork left, right;
    Philosopher(Fork left, Fork right) {{
        this.left = left;
        this.right = right;
    }}
    public void run() {{
        try {{
            while (true) {{
                left.up();
                right.up();
                startEating();
                stopEating();
                left.down();
                right.down();
            }}
        }} catch (InterruptedException e) {{
        }}
    }}
    void startEating() {{
    }}
    void stopEating() {{
    }}
}}
public class Main {{
    static final int N = {count};
    public static void main(String[] args) {{
        Fork[] forks = new Fork[N];
        Philosopher[] philosophers = new Philosopher[N];
        for (int i = 0; i < N; i++) forks[i] = new Fork();
        for (int i = 0; i < N - 1; i++) philosophers[i] = new Philosopher(forks[i], forks[i + 1]);
        philosophers[N - 1] = new Philosopher(forks[0], forks[N - 1]);
        for (int i = 0; i < N; i++) philosophers[i].start();
    }}
}}
"
    )
}

/// Specifications for the Java models.
pub const JAVA_SPEC: &str = "
event raise1 = assign forks[1].isUp = true
event lower1 = assign forks[1].isUp = false
event eat1 = call startEating in philosophers[0]
event done1 = call stopEating in philosophers[0]
event eat2 = call startEating in philosophers[1]
event done2 = call stopEating in philosophers[1]
";

/// Both properties, over the events of either specification.
pub const PROPERTIES: &str = "
property no_fork_raised_twice {
  events raise1, lower1
  every prefix satisfies (lower1 | raise1; lower1)*; raise1?
}
property no_eat_at_same_time {
  automaton {
    start accepting none { eat1 -> first  eat2 -> second }
    accepting first { done1 -> none  eat2 -> violation }
    accepting second { done2 -> none  eat1 -> violation }
  }
}
";

/// Producers and consumers that meet at a buffer, so many of each.
pub fn producers_consumers(count: usize) -> String {
    let processes = 2 * count + 1;
    let mut text = format!(
        r#"system "producers and consumers"
rules processes {processes}, no reap

kind meeting[0](bool)
global put: channel = new meeting
global get: channel = new meeting

template producer() {{
  make:
    make -> ready
  ready:
    ready -> make send put(1)
}}

template consumer() {{
  want:
    want -> eat send get(1) label call get
  eat:
    eat -> want
}}

template buffer() {{
  open:
    open -> open receive put(_) label accept put
    open -> open receive get(_) label accept get
}}
"#
    );
    for kind in ["producer", "consumer"] {
        for number in 1..=count {
            text.push_str(&format!("process {kind}{number}: {kind}()\n"));
        }
    }
    text.push_str("process buffer: buffer()\n");
    text
}

/// Specifications for producers and consumers.
pub const PRODUCERS_CONSUMERS_SPEC: &str = "
event served = call get in consumer1
event activity = accept put or accept get
property consumer_is_served { buchi { start idle { served -> fed } accepting fed { served -> fed } } }
property activity_for_ever {
  buchi { start idle { activity -> busy } accepting busy { activity -> busy } }
}
";
