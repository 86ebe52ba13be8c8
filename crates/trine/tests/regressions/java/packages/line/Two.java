package a;
package b;
public class Two { public static void main(String[] args) { } }
