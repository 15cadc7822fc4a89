package dev.tolerant.tools.edit;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.manifest.InvalidManifestException;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.manifest.ManifestFile;
import dev.tolerant.engine.manifest.Place;
import dev.tolerant.engine.policy.Snapshot;
import dev.tolerant.observed.explain.ExplainedStep.Outcome;
import dev.tolerant.observed.explain.Explainer;
import dev.tolerant.observed.explain.PatchedManifest;
import dev.tolerant.observed.explain.PodTemplate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A file with its pods and workloads as the webhook would have them, and everything else as it was. */
public final class PatchedFile {
    private final ManifestFile file;
    private final Documents documents;
    private final String before;
    private final List<ObjectNode> expected = new ArrayList<>();
    private final List<Place> refused = new ArrayList<>();

    private PatchedFile(ManifestFile file, Documents documents) {
        this.file = file;
        this.documents = documents;
        this.before = documents.text();
    }

    /** Patches each object that has pods; {@code messages} receives a sentence for each warning and each refusal. */
    public static PatchedFile of(ManifestFile file, Explainer explainer, Snapshot snapshot, Consumer<String> messages)
            throws InvalidManifestException {
        PatchedFile patched = new PatchedFile(file, Documents.of(file));
        for (Manifest manifest : file.manifests()) {
            if (PodTemplate.isIn(manifest)) {
                patched.ask(PatchedManifest.of(manifest, explainer, snapshot), messages);
            } else {
                patched.expected.add(manifest.object());
            }
        }
        return patched;
    }

    private void ask(PatchedManifest patched, Consumer<String> messages) {
        Place place = patched.manifest().place();
        String title = place + ": " + patched.manifest().title() + ": ";
        patched.explanation().steps().stream()
                .filter(step -> step.outcome() == Outcome.WARNED || step.outcome() == Outcome.PROBLEM)
                .forEach(step -> messages.accept("warning: " + title + step.rule() + " " + step.sentence()));
        if (patched.isRefused()) {
            messages.accept(title + "refused: " + patched.refusal());
            refused.add(place);
        } else {
            expected.add(patched.object());
            documents.patch(place, patched);
        }
    }

    public boolean isRefused() {
        return !refused.isEmpty();
    }

    /** The changes in the file; refused objects stay as they were. */
    public UnifiedDiff diff() {
        return new UnifiedDiff(file.name(), before, documents.text());
    }

    /**
     * The file without refused objects.
     *
     * @throws UneditableFileException if the text could not be changed as it should be
     */
    public String text() throws UneditableFileException {
        refused.forEach(documents::remove);
        String text = documents.text();
        try {
            List<ObjectNode> written = ManifestFile.of(file.name(), text).manifests().stream()
                    .map(Manifest::object)
                    .toList();
            if (written.equals(expected)) {
                return text;
            }
        } catch (InvalidManifestException unreadable) {
            // Reported below, like a text with other objects.
        }
        throw new UneditableFileException(file.name());
    }

    /** The file's notation cannot be changed in place; the message is a sentence that names it. */
    public static final class UneditableFileException extends Exception {
        private static final long serialVersionUID = 1;

        UneditableFileException(String file) {
            super(
                    file + " is written in a way that cannot be changed in place: put --- between documents, and write"
                            + " the lists of refused objects in block style",
                    null,
                    false,
                    false);
        }
    }
}
