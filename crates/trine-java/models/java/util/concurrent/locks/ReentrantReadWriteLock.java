package java.util.concurrent.locks;

import java.util.concurrent.TimeUnit;
import trine.Trine;

// The write lock is a monitor; read locks are counted, for all and, where nobody else looks, for each thread.
// Waiting writers do not hold up readers; fairness is left out.
public class ReentrantReadWriteLock implements ReadWriteLock {
    private final ReadLock reader;
    private final WriteLock writer;

    public ReentrantReadWriteLock() {
        writer = new WriteLock();
        reader = new ReadLock(writer);
    }

    public ReentrantReadWriteLock(boolean fair) {
        writer = new WriteLock();
        reader = new ReadLock(writer);
    }

    public ReadLock readLock() {
        return reader;
    }

    public WriteLock writeLock() {
        return writer;
    }

    public boolean isWriteLockedByCurrentThread() {
        return Trine.holdCount(writer) > 0;
    }

    public boolean isWriteLocked() {
        boolean locked = true;
        WriteLock writer = this.writer;
        Trine.atomic(() -> {
            if (Trine.tryEnter(writer)) {
                locked = Trine.holdCount(writer) > 1;
                Trine.exit(writer);
            }
        });
        return locked;
    }

    public int getReadLockCount() {
        return writer.readers;
    }

    public int getReadHoldCount() {
        return reader.hold().count;
    }

    public int getWriteHoldCount() {
        return Trine.holdCount(writer);
    }

    // How often a thread has a read lock: a list that only the thread itself reaches.
    private static class Hold {
        ReadLock lock;
        int count;
        Hold next;
    }

    public static class ReadLock implements Lock {
        private final WriteLock writer;

        ReadLock(WriteLock writer) {
            this.writer = writer;
        }

        Hold hold() {
            Thread me = Trine.currentThread();
            Hold hold = (Hold) me.reads;
            while (hold != null && hold.lock != this) hold = hold.next;
            if (hold == null) {
                hold = new Hold();
                hold.lock = this;
                hold.next = (Hold) me.reads;
                me.reads = hold;
            }
            return hold;
        }

        // Passing through the writer's monitor waits for a writer, except for oneself.
        public void lock() {
            WriteLock writer = this.writer;
            Trine.atomic(() -> {
                Trine.enter(writer);
                writer.readers++;
                Trine.exit(writer);
            });
            hold().count++;
        }

        public void lockInterruptibly() throws InterruptedException {
            Thread me = Trine.currentThread();
            WriteLock writer = this.writer;
            boolean interrupted = false;
            Trine.atomic(() -> {
                Trine.await(me.interrupted || !Trine.held(writer) || Trine.mine(writer) > 0);
                interrupted = Trine.interrupted();
                if (!interrupted) writer.readers++;
            });
            if (interrupted) throw new InterruptedException();
            hold().count++;
        }

        public boolean tryLock() {
            WriteLock writer = this.writer;
            boolean taken = false;
            Trine.atomic(() -> {
                taken = Trine.tryEnter(writer);
                if (taken) {
                    writer.readers++;
                    Trine.exit(writer);
                }
            });
            if (taken) hold().count++;
            return taken;
        }

        public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
            if (Trine.interrupted()) throw new InterruptedException();
            return tryLock();
        }

        public void unlock() {
            Hold hold = hold();
            if (hold.count > 0) {
                hold.count--;
                WriteLock writer = this.writer;
                Trine.atomic(() -> {
                    writer.readers--;
                });
            } else {
                // Nobody holds the monitor of this object: the error of giving back what one lacks.
                Trine.exit(this);
            }
        }

        public Condition newCondition() {
            throw new UnsupportedOperationException();
        }
    }

    public static class WriteLock implements Lock {
        volatile int readers;

        // Inside a step: waits for writers at the monitor, and for readers without it, so that readers
        // can read again and another writer sees no one there.
        void take() {
            Trine.enter(this);
            while (readers > 0 && Trine.holdCount(this) == 1) {
                Trine.exit(this);
                Trine.await(readers == 0);
                Trine.enter(this);
            }
        }

        public void lock() {
            Trine.atomic(() -> {
                take();
            });
        }

        public void lockInterruptibly() throws InterruptedException {
            Thread me = Trine.currentThread();
            boolean interrupted = false;
            Trine.atomic(() -> {
                Trine.await(me.interrupted || Trine.mine(this) > 0 || !Trine.held(this) && readers == 0);
                interrupted = Trine.interrupted();
                if (!interrupted) Trine.enter(this);
            });
            if (interrupted) throw new InterruptedException();
        }

        public boolean tryLock() {
            boolean taken = false;
            Trine.atomic(() -> {
                taken = Trine.tryEnter(this);
                if (taken && readers > 0 && Trine.holdCount(this) == 1) {
                    Trine.exit(this);
                    taken = false;
                }
            });
            return taken;
        }

        public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
            if (Trine.interrupted()) throw new InterruptedException();
            return tryLock();
        }

        public void unlock() {
            Trine.exit(this);
        }

        public boolean isHeldByCurrentThread() {
            return Trine.holdCount(this) > 0;
        }

        public int getHoldCount() {
            return Trine.holdCount(this);
        }

        public Condition newCondition() {
            return new WriteCondition(this);
        }
    }

    private static class WriteCondition extends MonitorCondition {
        private final WriteLock writer;

        WriteCondition(WriteLock writer) {
            super(writer);
            this.writer = writer;
        }

        void takeAgain() {
            writer.take();
        }
    }
}
