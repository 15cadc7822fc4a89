package dev.tolerant.page;

import dev.tolerant.engine.crd.PolicyFiles;
import dev.tolerant.engine.manifest.ManifestProblem.InvalidManifestException;
import dev.tolerant.engine.standing.Snapshot;
import dev.tolerant.engine.words.TolerationRules;
import dev.tolerant.page.Playground.InForce;
import java.io.IOException;
import java.nio.file.Path;

/** What a test says is in force. */
record KnownInForce(Snapshot snapshot, String policies, String settings) implements InForce {
    private static final Path SAMPLES = Path.of("src/dev/cluster");

    static KnownInForce nothing() {
        return new KnownInForce(Snapshot.EMPTY, "", "");
    }

    /** The policies, namespaces and nodes of a text, which only the program knows. */
    static KnownInForce compiled(String text) {
        try {
            return new KnownInForce(
                    PolicyFiles.ofText(text, new TolerationRules(false)).snapshot(), "", "");
        } catch (InvalidManifestException wrong) {
            throw new AssertionError(wrong);
        }
    }

    /** The policies and namespaces of dev mode, with its seconds. */
    static KnownInForce samples() {
        String text = samplesText();
        return new KnownInForce(compiled(text).snapshot(), text, """
                tolerant.rules.node-failure.not-ready=60
                tolerant.rules.node-failure.unreachable=60
                """);
    }

    static String samplesText() {
        try {
            return PolicyFiles.text(SAMPLES);
        } catch (IOException unreadable) {
            throw new AssertionError(unreadable);
        }
    }
}
