package dev.tolerant.engine.crd;

import dev.tolerant.engine.json.Fields;
import dev.tolerant.engine.json.UnexpectedJsonException;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.manifest.ManifestProblem.InvalidManifestException;
import dev.tolerant.engine.words.Toleration;
import java.util.ArrayList;
import java.util.List;

/** Reads the tolerations of a RuntimeClass, which the API server gives new pods that name it. */
public final class RuntimeClassReader {
    public static final String TYPE = "node.k8s.io/v1/RuntimeClass";

    private RuntimeClassReader() {}

    /** An omitted operator stays so. */
    static List<Toleration> read(Manifest manifest) throws InvalidManifestException {
        try {
            return read(Fields.of(manifest.object()));
        } catch (UnexpectedJsonException wrong) {
            throw manifest.wrong(wrong.path(), wrong.problem());
        }
    }

    public static List<Toleration> read(Fields runtimeClass) throws UnexpectedJsonException {
        List<Toleration> tolerations = new ArrayList<>();
        for (Fields each : runtimeClass.object("scheduling").present("tolerations")) {
            tolerations.add(Toleration.written(
                    each.text("key"),
                    each.text("operator"),
                    each.text("value"),
                    each.text("effect"),
                    each.integer("tolerationSeconds")));
        }
        return List.copyOf(tolerations);
    }
}
