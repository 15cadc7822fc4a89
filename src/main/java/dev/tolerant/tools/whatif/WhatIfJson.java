package dev.tolerant.tools.whatif;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.model.Step.Refusal;
import dev.tolerant.engine.model.Taint;
import dev.tolerant.engine.model.TaintRules.EvictionTime;
import dev.tolerant.engine.review.Patch;
import dev.tolerant.tools.whatif.WhatIfAnswer.Change;
import dev.tolerant.tools.whatif.WhatIfAnswer.Change.EvictionChange;
import dev.tolerant.tools.whatif.WhatIfAnswer.Change.TolerationChange;
import dev.tolerant.tools.whatif.WhatIfAnswer.Fate;
import dev.tolerant.tools.whatif.WhatIfAnswer.Impact;
import dev.tolerant.tools.whatif.WhatIfAnswer.Prospect;
import java.util.BitSet;
import java.util.Collection;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Writes what a proposal changes for programs. */
public final class WhatIfJson {
    /** A large cluster has so many nodes and workloads that all names would be a hundred megabytes. */
    private static final int MAX_NODES = 50;

    private final WhatIfAnswer answer;

    private WhatIfJson(WhatIfAnswer answer) {
        this.answer = answer;
    }

    /** Adds the answer to a document that says which cluster it is about. */
    public static ObjectNode addTo(ObjectNode document, WhatIfAnswer answer) {
        new WhatIfJson(answer).addTo(document);
        return document;
    }

    private void addTo(ObjectNode document) {
        ObjectNode proposal = document.putObject("proposal");
        ArrayNode policies = proposal.putArray("policies");
        answer.effects().forEach((name, effect) -> {
            ObjectNode policy = policies.addObject()
                    .put("name", name)
                    .put("effect", effect.name().toLowerCase(Locale.ROOT));
            if (effect != Proposal.Effect.REMOVED) {
                policy.put("matches", !answer.pointless().contains(name));
            }
        });
        proposal.put("settings", answer.settings());
        ObjectNode summary = document.putObject("summary");
        for (Impact impact : Impact.values()) {
            summary.put(impact.code(), answer.of(impact).size());
        }
        document.put("judgements", answer.judgements());
        document.put("nodes", answer.places().count());
        document.put("keeper", answer.keeper());
        ArrayNode workloads = document.putArray("workloads");
        answer.prospects().forEach(prospect -> addTo(workloads.addObject(), prospect));
        texts(document, "unmatchedPolicies", answer.unmatched());
        texts(document, "unreadable", answer.unjudged());
        texts(document, "notes", answer.notes());
    }

    private void addTo(ObjectNode json, Prospect prospect) {
        Change change = prospect.change();
        json.put("kind", prospect.maker().kind())
                .put("namespace", prospect.maker().namespace())
                .put("name", prospect.maker().name())
                .put("impact", change.impact().code());
        texts(json, "impacts", change.impacts().stream().map(Impact::code).toList());
        RunningPods running = prospect.running();
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
        texts(changes, "demands", change.demands());
        addTo(changes.putObject("nodesLost"), change.lost());
        addTo(changes.putObject("nodesGained"), change.gained());
    }

    private static void addTo(ObjectNode json, Fate fate) {
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
                json,
                "names",
                answer.places().names(nodes).stream().limit(MAX_NODES).toList());
    }

    private static void addTo(ObjectNode json, TolerationChange change) {
        json.put("change", change.before() == null ? "added" : change.after() == null ? "removed" : "seconds");
        if (change.before() != null) {
            json.set("before", Patch.toleration(change.before()));
        }
        if (change.after() != null) {
            json.set("after", Patch.toleration(change.after()));
        }
    }

    private static void addTo(ObjectNode json, EvictionChange change) {
        Taint taint = change.taint();
        ObjectNode tainted = json.putObject("taint").put("key", taint.key());
        if (!taint.value().isEmpty()) {
            tainted.put("value", taint.value());
        }
        tainted.put("effect", taint.effect().text());
        json.put("before", seconds(change.before())).put("after", seconds(change.after()));
    }

    /** Null for never, 0 for at once. */
    private static @Nullable Long seconds(EvictionTime time) {
        return time.never() ? null : (Long) time.afterSeconds();
    }

    private static void texts(ObjectNode json, String field, Collection<?> texts) {
        ArrayNode list = json.putArray(field);
        texts.forEach(text -> list.add(text.toString()));
    }
}
