package dev.tolerant.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.core.policy.Snapshot;
import dev.tolerant.explain.ExplainedStep.Outcome;
import dev.tolerant.explain.Explainer;
import dev.tolerant.explain.InvalidManifestException;
import dev.tolerant.explain.PatchedManifest;
import java.util.ArrayList;
import java.util.List;

/** A file with its pods and workloads as the webhook would have them, and everything else as it was. */
final class PatchedFile {
    private final InputFile file;
    private final Documents documents;
    private final String before;
    private final List<ObjectNode> expected = new ArrayList<>();
    private final List<Place> refused = new ArrayList<>();

    private PatchedFile(InputFile file, Documents documents) {
        this.file = file;
        this.documents = documents;
        this.before = documents.text();
    }

    /** Asks about each object; refusals and warnings are said. */
    static PatchedFile of(InputFile file, Explainer explainer, Snapshot snapshot, Messages messages)
            throws InputException, InvalidManifestException {
        PatchedFile patched = new PatchedFile(file, Documents.of(file));
        for (FoundObject found : file.objects()) {
            if (found.manifest().hasPods()) {
                patched.ask(found.place(), PatchedManifest.of(found.manifest(), explainer, snapshot), messages);
            } else {
                patched.expected.add(found.manifest().object());
            }
        }
        return patched;
    }

    private void ask(Place place, PatchedManifest patched, Messages messages) {
        String title = patched.manifest().place() + ": " + patched.manifest().title() + ": ";
        patched.explanation().steps().stream()
                .filter(step -> step.outcome() == Outcome.WARNED || step.outcome() == Outcome.PROBLEM)
                .forEach(step -> messages.say("warning: " + title + step.rule() + " " + step.sentence()));
        if (patched.isRefused()) {
            messages.say(title + "refused: " + patched.refusal());
            refused.add(place);
        } else {
            expected.add(patched.object());
            documents.patch(place, patched);
        }
    }

    boolean isRefused() {
        return !refused.isEmpty();
    }

    /** The changes in the file, with what is refused as it was. */
    UnifiedDiff diff() {
        return new UnifiedDiff(file.name(), before, documents.text());
    }

    /**
     * The file without what is refused.
     *
     * @throws InputException if the text could not be changed so that it says what it should
     */
    String text() throws InputException {
        refused.forEach(documents::remove);
        String text = documents.text();
        try {
            List<ObjectNode> written = InputFile.of(file.name(), text).objects().stream()
                    .map(object -> object.manifest().object())
                    .toList();
            if (written.equals(expected)) {
                return text;
            }
        } catch (InputException | InvalidManifestException unreadable) {
            // Said below, like a text that says something else.
        }
        throw new InputException(file.name() + " is written in a way that cannot be changed in place: put --- between"
                + " documents, and write the lists of refused objects in block style");
    }
}
