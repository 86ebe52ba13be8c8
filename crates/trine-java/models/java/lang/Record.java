package java.lang;

// Components, accessors and equality are made from the source of each record.
public abstract class Record {
    protected Record() {}
}
