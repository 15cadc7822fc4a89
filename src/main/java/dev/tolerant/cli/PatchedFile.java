package dev.tolerant.cli;

import dev.tolerant.explain.ExplainedStep.Outcome;
import dev.tolerant.explain.Explainer;
import dev.tolerant.explain.InvalidManifestException;
import dev.tolerant.explain.PatchedManifest;
import dev.tolerant.policy.Snapshot;
import java.util.ArrayList;
import java.util.List;

/**
 * A file with its pods and workloads as the webhook would have them, and everything else as it was.
 *
 * @param documents with the changes made, and still with the objects that are refused
 * @param refused the places of those, the last first
 */
record PatchedFile(Documents documents, List<Change> changes, List<Place> refused) {

    /** What became of one object, as texts of its file's format. */
    record Change(PatchedManifest object, String before, String after) {}

    /** Asks about each object; refusals and warnings are said. */
    static PatchedFile of(InputFile file, Explainer explainer, Snapshot snapshot, Messages messages)
            throws InputException, InvalidManifestException {
        Documents documents = Documents.of(file);
        List<Change> changes = new ArrayList<>();
        List<Place> refused = new ArrayList<>();
        for (FoundObject found : file.objects()) {
            if (!found.manifest().hasPods()) {
                continue;
            }
            PatchedManifest patched = PatchedManifest.of(found.manifest(), explainer, snapshot);
            String title = found.manifest().place() + ": " + found.manifest().title() + ": ";
            patched.explanation().steps().stream()
                    .filter(step -> step.outcome() == Outcome.WARNED || step.outcome() == Outcome.PROBLEM)
                    .forEach(step -> messages.say("warning: " + title + step.rule() + " " + step.sentence()));
            if (patched.isRefused()) {
                messages.say(title + "refused: " + patched.refusal());
                refused.add(0, found.place());
            } else if (!patched.patch().isEmpty()) {
                String before = documents.text(found.place());
                documents.patch(found.place(), patched);
                changes.add(new Change(patched, before, documents.text(found.place())));
            }
        }
        return new PatchedFile(documents, List.copyOf(changes), List.copyOf(refused));
    }

    boolean isRefused() {
        return !refused.isEmpty();
    }

    /** The documents that may be stored. */
    List<String> texts() {
        refused.forEach(documents::remove);
        return documents.texts();
    }
}
