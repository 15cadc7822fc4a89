package dev.tolerant.server.cluster;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A Node as the watch reads it: without its status and managed fields, which are most of it. */
@Group("")
@Version("v1")
@Kind("Node")
@Plural("nodes")
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonDeserialize(using = JsonDeserializer.None.class)
public final class WatchedNode implements HasMetadata {
    private String apiVersion = "v1";
    private ObjectMeta metadata = new ObjectMeta();
    private @Nullable Spec spec;

    /** What the program reads of a node's spec. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    public static final class Spec {
        public @Nullable List<Taint> taints;
        public @Nullable Boolean unschedulable;

        List<Taint> taints() {
            return Objects.requireNonNullElse(taints, List.of());
        }

        boolean isUnschedulable() {
            return Boolean.TRUE.equals(unschedulable);
        }
    }

    @Override
    public String getKind() {
        return "Node";
    }

    @Override
    public String getApiVersion() {
        return apiVersion;
    }

    @Override
    public void setApiVersion(String version) {
        apiVersion = version;
    }

    @Override
    public ObjectMeta getMetadata() {
        return metadata;
    }

    @Override
    @JsonIgnoreProperties({"annotations", "managedFields", "ownerReferences"})
    public void setMetadata(ObjectMeta read) {
        metadata = read;
    }

    public Spec getSpec() {
        return spec == null ? new Spec() : spec;
    }

    public void setSpec(@Nullable Spec read) {
        spec = read;
    }
}
