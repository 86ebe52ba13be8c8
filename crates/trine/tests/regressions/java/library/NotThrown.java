import org.junit.*;
public class NotThrown { @Test(expected = IllegalStateException.class) public void ends() { } @Test(expected = IllegalStateException.class) public void other() { throw new IllegalArgumentException(); } }
