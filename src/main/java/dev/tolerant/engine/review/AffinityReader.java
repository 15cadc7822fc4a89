package dev.tolerant.engine.review;

import dev.tolerant.engine.json.Fields;
import dev.tolerant.engine.json.Mask;
import dev.tolerant.engine.json.UnexpectedJsonException;
import dev.tolerant.engine.words.NodeAffinity;
import dev.tolerant.engine.words.NodeAffinity.Depth;
import dev.tolerant.engine.words.NodeAffinity.NodeSelectorTerm;
import dev.tolerant.engine.words.NodeAffinity.Preference;
import dev.tolerant.engine.words.Requirement;
import java.util.ArrayList;
import java.util.List;

/** Reads a pod's node affinity. */
final class AffinityReader {
    static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
    static final String PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";
    static final String TERMS = "nodeSelectorTerms";
    static final String EXPRESSIONS = "matchExpressions";
    private static final String FIELDS = "matchFields";

    /** A policy may add its requirements to each, or look for its preference among them. */
    private static final int MAX_TERMS = 250;

    private static final Mask REQUIREMENT = Mask.ofValues("key", "operator", "values");
    private static final Mask TERM = Mask.of().with(EXPRESSIONS, REQUIREMENT).with(FIELDS, REQUIREMENT);
    static final Mask AFFINITY = Mask.of()
            .with(
                    "nodeAffinity",
                    Mask.of()
                            .with(REQUIRED, Mask.of().with(TERMS, TERM))
                            .with(PREFERRED, Mask.ofValues("weight").with("preference", TERM)));

    private AffinityReader() {}

    static NodeAffinity read(Fields affinity) throws UnexpectedJsonException {
        if (!affinity.isPresent()) {
            return NodeAffinity.NONE;
        }
        Fields ofNodes = affinity.object("nodeAffinity");
        if (!ofNodes.isPresent()) {
            return new NodeAffinity(Depth.AFFINITY, List.of(), List.of());
        }
        Fields required = ofNodes.object(REQUIRED);
        return new NodeAffinity(
                required.isPresent() ? Depth.REQUIRED : Depth.NODE_AFFINITY, terms(required), preferences(ofNodes));
    }

    private static List<NodeSelectorTerm> terms(Fields required) throws UnexpectedJsonException {
        List<NodeSelectorTerm> terms = new ArrayList<>();
        for (Fields term : upTo(MAX_TERMS, required, TERMS)) {
            terms.add(term(term));
        }
        return terms;
    }

    private static List<Preference> preferences(Fields ofNodes) throws UnexpectedJsonException {
        List<Preference> preferences = new ArrayList<>();
        for (Fields preference : upTo(MAX_TERMS, ofNodes, PREFERRED)) {
            Long weight = preference.integer("weight");
            Fields term = preference.object("preference");
            preferences.add(new Preference(weight == null ? 0 : weight, term(term)));
        }
        return preferences;
    }

    private static List<Fields> upTo(int most, Fields object, String list) throws UnexpectedJsonException {
        if (object.size(list) > most) {
            throw object.tooMuch(list, "has more than " + most + " entries; remove some of them");
        }
        return object.present(list);
    }

    private static NodeSelectorTerm term(Fields term) throws UnexpectedJsonException {
        return new NodeSelectorTerm(requirements(term, EXPRESSIONS), requirements(term, FIELDS));
    }

    private static List<Requirement> requirements(Fields term, String list) throws UnexpectedJsonException {
        List<Requirement> requirements = new ArrayList<>();
        for (Fields each : term.present(list)) {
            requirements.add(new Requirement(
                    each.text("key"), Requirement.Operator.of(each.text("operator")), each.texts("values")));
        }
        return requirements;
    }
}
