package dev.tolerant.tools.whatif;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.model.Step.Refusal;
import dev.tolerant.engine.model.Taint;
import dev.tolerant.engine.model.TaintRules.EvictionTime;
import dev.tolerant.engine.model.Toleration;
import dev.tolerant.engine.review.Patch;
import dev.tolerant.tools.whatif.Change.EvictionChange;
import dev.tolerant.tools.whatif.Change.TolerationChange;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Writes what a proposal changes for programs. */
public final class OutlookJson {
    /** A large cluster has so many nodes and workloads that all names would be a hundred megabytes. */
    private static final int MAX_NODES = 50;

    private final Outlook outlook;

    private OutlookJson(Outlook outlook) {
        this.outlook = outlook;
    }

    /** Adds the answer to a document that says which cluster it is about. */
    public static ObjectNode addTo(ObjectNode document, Outlook outlook) {
        new OutlookJson(outlook).addTo(document);
        return document;
    }

    private void addTo(ObjectNode document) {
        ObjectNode proposal = document.putObject("proposal");
        ArrayNode policies = proposal.putArray("policies");
        outlook.effects()
                .forEach((name, effect) -> policies.addObject()
                        .put("name", name)
                        .put("effect", effect.name().toLowerCase(Locale.ROOT)));
        proposal.put("settings", outlook.settings());
        ObjectNode summary = document.putObject("summary");
        for (Impact impact : Impact.values()) {
            summary.put(impact.code(), outlook.count(impact));
        }
        document.put("judgements", outlook.judgements());
        document.put("nodes", outlook.places().count());
        document.put("keeper", outlook.keeper());
        ArrayNode workloads = document.putArray("workloads");
        outlook.prospects().forEach(prospect -> addTo(workloads.addObject(), prospect));
        texts(document.putArray("unmatchedPolicies"), outlook.unmatched());
        texts(
                document.putArray("unreadable"),
                outlook.unjudged().stream().map(Object::toString).toList());
        texts(document.putArray("notes"), outlook.notes());
    }

    private void addTo(ObjectNode json, Prospect prospect) {
        Change change = prospect.change();
        json.put("kind", prospect.maker().kind())
                .put("namespace", prospect.maker().namespace())
                .put("name", prospect.maker().name())
                .put("impact", change.impact().code());
        texts(
                json.putArray("impacts"),
                change.impacts().stream().map(Impact::code).toList());
        Running running = prospect.running();
        json.putObject("runningPods")
                .put("total", running.pods())
                .put("changedByKeeper", running.given())
                .put("changedByKeeperLater", running.waiting())
                .put("left", running.left());
        if (change.impact() == Impact.SAME) {
            return;
        }
        addTo(json.putObject("before"), prospect.before());
        addTo(json.putObject("after"), prospect.after());
        ObjectNode changes = json.putObject("changes");
        ArrayNode tolerations = changes.putArray("tolerations");
        change.tolerations().forEach(each -> addTo(tolerations.addObject(), each));
        ArrayNode evictions = changes.putArray("evictions");
        change.evictions().forEach(each -> addTo(evictions.addObject(), each));
        texts(changes.putArray("demands"), change.placement());
        addTo(changes.putObject("nodesLost"), change.lost());
        addTo(changes.putObject("nodesGained"), change.gained());
    }

    private void addTo(ObjectNode json, Fate fate) {
        if (fate.unasked() != null) {
            json.put("unasked", fate.unasked());
        }
        Refusal refusal = fate.refusal();
        if (refusal != null) {
            json.putObject("refusal").put("code", refusal.reason().code()).put("message", refusal.message());
        }
        ArrayNode tolerations = json.putArray("tolerations");
        fate.tolerations().forEach(each -> tolerations.add(Patch.toleration(each)));
        json.put("nodes", fate.isRefused() ? null : (Integer) fate.nodes().cardinality());
    }

    private void addTo(ObjectNode json, BitSet nodes) {
        json.put("count", nodes.cardinality());
        texts(
                json.putArray("names"),
                outlook.places().names(nodes).stream().limit(MAX_NODES).toList());
    }

    private static void addTo(ObjectNode json, TolerationChange change) {
        Toleration before = change.before();
        Toleration after = change.after();
        json.put("change", before == null ? "added" : after == null ? "removed" : "seconds");
        if (before != null) {
            json.set("before", Patch.toleration(before));
        }
        if (after != null) {
            json.set("after", Patch.toleration(after));
        }
    }

    private static void addTo(ObjectNode json, EvictionChange change) {
        json.set("taint", json(change.taint()));
        json.put("before", seconds(change.before()));
        json.put("after", seconds(change.after()));
    }

    /** Null for never, 0 for at once. */
    private static @Nullable Long seconds(EvictionTime time) {
        return time.never() ? null : (Long) time.afterSeconds();
    }

    private static ObjectNode json(Taint taint) {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("key", taint.key());
        if (!taint.value().isEmpty()) {
            json.put("value", taint.value());
        }
        return json.put("effect", taint.effect().text());
    }

    private static void texts(ArrayNode list, List<String> texts) {
        texts.forEach(list::add);
    }
}
