package dev.tolerant.tools.whatif;

/**
 * What becomes of the pods of a maker that run now.
 *
 * @param pods how many there are
 * @param given how many of them the keeper gives what they lack
 * @param waiting how many of them it gives that once they have lost their scheduling gates, or their node a taint
 */
public record Running(int pods, int given, int waiting) {

    /** How many stay as they are until they are made anew. */
    public int left() {
        return pods - given - waiting;
    }

    Running and(Running other) {
        return new Running(pods + other.pods, given + other.given, waiting + other.waiting);
    }
}
