import java.util.logging.*;
public class Log {
  private static final Logger LOG = Logger.getLogger(Log.class.getName());
  static int n;
  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> { LOG.log(Level.INFO, "n {0}", n); if (LOG.isLoggable(Level.FINE)) LOG.fine("x"); synchronized (Log.class) { n++; } });
    t.start(); t.join(); LOG.warning("n " + n);
    try { throw new IllegalStateException(); } catch (IllegalStateException e) { LOG.log(Level.SEVERE, "e", e); }
  }
}
