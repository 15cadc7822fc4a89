package dev.tolerant.observed.explain;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.words.Node;
import dev.tolerant.observed.explain.Agents.Agent;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The DaemonSets that mount the volumes of pods: claim, volume, CSI driver, DaemonSet, as far as these objects were read. */
public final class VolumeAgents {
    private VolumeAgents() {}

    /** A clause that says that a pod waits on its node for a volume: the DaemonSet that mounts it cannot run there. */
    public static Optional<String> awaited(ClusterView view, Manifest pod) {
        JsonNode object = pod.object();
        Node node = view.nodes().get(object.at("/spec/nodeName").asText());
        if (node == null || !object.at("/status/phase").asText().equals("Pending")) {
            return Optional.empty();
        }
        List<Agent> closed = Agents.on(List.of(node), view, List.of()).unreaching();
        for (JsonNode volume : object.at("/spec/volumes")) {
            String claim = volume.at("/persistentVolumeClaim/claimName").asText();
            String driver = driver(view, pod.namespace(), claim);
            Optional<Agent> agent = closed.stream()
                    .filter(each -> !driver.isEmpty()
                            && Agents.isOfDriver(each.daemonSet().object().at("/spec/template/spec"), Set.of(driver)))
                    .findFirst();
            if (agent.isPresent()) {
                return Optional.of("PersistentVolumeClaim " + claim + " is of driver " + driver + ", whose DaemonSet "
                        + agent.get().title() + " cannot run on its node: "
                        + agent.get().sentence());
            }
        }
        return Optional.empty();
    }

    /** Empty if it is not known. */
    private static String driver(ClusterView view, String namespace, String claim) {
        return view.volumes()
                .boundTo(namespace, claim)
                .map(volume -> volume.at("/spec/csi/driver").asText())
                .orElse("");
    }
}
