package dev.tolerant.cli.edit;

import java.util.Comparator;
import java.util.List;

/** A piece of a text that is replaced by another. */
record TextEdit(int start, int end, String replacement) {

    /** Makes edits that do not overlap; of those at the same place the first comes first. */
    static String applied(List<TextEdit> edits, String text) {
        StringBuilder edited = new StringBuilder();
        int done = 0;
        for (TextEdit edit :
                edits.stream().sorted(Comparator.comparingInt(TextEdit::start)).toList()) {
            edited.append(text, done, Math.max(done, edit.start)).append(edit.replacement);
            done = Math.max(done, edit.end);
        }
        return edited.append(text, done, text.length()).toString();
    }
}
