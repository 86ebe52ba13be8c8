/** What both mains share. */
class Ledger {
    private int entries = 0;

    synchronized void enter() {
        entries++;
    }

    void enterHastily() {
        entries++;
    }

    int entries() {
        return entries;
    }
}

class Careful {
    public static void main(String[] args) throws InterruptedException {
        Ledger ledger = new Ledger();
        Thread other = new Thread(ledger::enter);
        other.start();
        ledger.enter();
        other.join();
        assert ledger.entries() == 2;
    }
}

class Careless {
    public static void main(String[] args) throws InterruptedException {
        Ledger ledger = new Ledger();
        Thread other = new Thread(ledger::enterHastily);
        other.start();
        ledger.enterHastily();
        other.join();
        assert ledger.entries() == 2;
    }
}
