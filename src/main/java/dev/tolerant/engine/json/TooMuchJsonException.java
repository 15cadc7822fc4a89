package dev.tolerant.engine.json;

/** A part of a JSON text with which the text has more than a reader keeps. */
public final class TooMuchJsonException extends UnexpectedJsonException {
    private static final long serialVersionUID = 1;

    /**
     * A part that the reader does not keep.
     *
     * @param path its dotted path
     * @param problem what there is too much of, and the way out
     */
    public TooMuchJsonException(String path, String problem) {
        super(path, problem);
    }

    @Override
    public TooMuchJsonException inElement(int index) {
        return new TooMuchJsonException(pathInElement(index), problem());
    }

    @Override
    public TooMuchJsonException below(String parent) {
        return new TooMuchJsonException(pathBelow(parent), problem());
    }
}
