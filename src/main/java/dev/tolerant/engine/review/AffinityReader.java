package dev.tolerant.engine.review;

import dev.tolerant.engine.json.Fields;
import dev.tolerant.engine.json.Mask;
import dev.tolerant.engine.json.UnexpectedJsonException;
import dev.tolerant.engine.words.NodeAffinity;
import dev.tolerant.engine.words.NodeAffinity.Depth;
import dev.tolerant.engine.words.NodeAffinity.NodeSelectorTerm;
import dev.tolerant.engine.words.NodeAffinity.Preference;
import dev.tolerant.engine.words.Requirement;
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
                required.isPresent() ? Depth.REQUIRED : Depth.NODE_AFFINITY,
                limited(required, TERMS, AffinityReader::term),
                limited(ofNodes, PREFERRED, AffinityReader::preference));
    }

    private static Preference preference(Fields preference) throws UnexpectedJsonException {
        Long weight = preference.integer("weight");
        return new Preference(weight == null ? 0 : weight, term(preference.object("preference")));
    }

    private static <T> List<T> limited(Fields object, String list, Fields.Reader<T> reader)
            throws UnexpectedJsonException {
        if (object.size(list) > MAX_TERMS) {
            throw object.tooMuch(list, "has more than " + MAX_TERMS + " entries; remove some of them");
        }
        return object.list(list, reader);
    }

    private static NodeSelectorTerm term(Fields term) throws UnexpectedJsonException {
        return new NodeSelectorTerm(
                term.list(EXPRESSIONS, AffinityReader::requirement), term.list(FIELDS, AffinityReader::requirement));
    }

    private static Requirement requirement(Fields each) throws UnexpectedJsonException {
        return new Requirement(each.text("key"), Requirement.Operator.of(each.text("operator")), each.texts("values"));
    }
}
