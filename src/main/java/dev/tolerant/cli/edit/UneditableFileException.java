package dev.tolerant.cli.edit;

/** A file whose notation cannot be changed in place; the message is a sentence that names it. */
public final class UneditableFileException extends Exception {
    private static final long serialVersionUID = 1;

    UneditableFileException(String file) {
        super(
                file + " is written in a way that cannot be changed in place: put --- between documents, and write the"
                        + " lists of refused objects in block style",
                null,
                false,
                false);
    }
}
