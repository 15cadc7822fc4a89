package dev.tolerant.testing;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.manifest.ManifestProblem.Place;

/** NodePools from YAML. */
public final class NodePoolFixture {

    private NodePoolFixture() {}

    /** The NodePool {@code spot} with this template, of which a test may omit the spec. */
    public static Manifest manifest(String template) {
        Manifest manifest = object("{apiVersion: karpenter.sh/v1, kind: NodePool, metadata: {name: spot},"
                + " spec: {template: " + template + "}}");
        ObjectNode made = (ObjectNode) manifest.object().at("/spec/template");
        if (!made.has("spec")) {
            made.putObject("spec");
        }
        return manifest;
    }

    /** Any object, as it is written. */
    public static Manifest object(String yaml) {
        return new Manifest(Place.NOWHERE, Yaml.object(yaml));
    }
}
