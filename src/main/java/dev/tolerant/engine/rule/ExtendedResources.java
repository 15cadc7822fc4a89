package dev.tolerant.engine.rule;

import dev.tolerant.engine.model.ControlPlane.AdmissionPlugins;
import dev.tolerant.engine.model.LabelSyntax;
import dev.tolerant.engine.model.Resources;
import dev.tolerant.engine.model.Resources.ResourceNames;
import dev.tolerant.engine.model.RuleId;
import dev.tolerant.engine.model.Step;
import dev.tolerant.engine.model.Taint;
import dev.tolerant.engine.model.Toleration;
import dev.tolerant.engine.model.TolerationSeconds;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Lets pods that ask for extended resources onto the nodes tainted for them, as ExtendedResourceToleration does.
 *
 * @param countZero whether a quantity of zero counts as asking for the resource
 * @param ignore resources for which the rule adds nothing; a name that ends in {@code *} is a prefix
 * @param taints by resource or prefix, the taints to tolerate in place of the one whose key is the resource's name; the longest name
 *     counts
 */
public record ExtendedResources(boolean countZero, Set<String> ignore, Map<String, List<Taint>> taints)
        implements Rule {

    @Override
    public RuleId id() {
        return RuleId.EXTENDED_RESOURCES;
    }

    @Override
    public void offer(Situation situation, Offers offers) {
        Set<String> asked = asked(situation.review().pod().resources());
        if (asked.isEmpty()) {
            offers.note(new Step.NotConcerned(id(), "the pod does not request an extended resource"));
        }
        for (String resource : asked) {
            List<Taint> instead = instead(resource);
            if (instead == null) {
                offers.give(Offer.of(id(), AdmissionPlugins.ofResource(resource)));
            } else {
                for (Taint taint : instead) {
                    offers.give(Offer.of(id(), Toleration.of(taint, TolerationSeconds.NEVER)));
                }
            }
        }
    }

    private @Nullable List<Taint> instead(String resource) {
        List<Taint> own = taints.get(resource);
        return own != null
                ? own
                : taints.entrySet().stream()
                        .filter(entry -> LabelSyntax.isNamed(resource, entry.getKey()))
                        .max(Comparator.comparingInt(entry -> entry.getKey().length()))
                        .map(Map.Entry::getValue)
                        .orElse(null);
    }

    private boolean isIgnored(String resource) {
        return ignore.stream().anyMatch(name -> LabelSyntax.isNamed(resource, name));
    }

    /** The names in byte order, as in the plugin. They are ASCII, so strings sort the same way. */
    private Set<String> asked(List<Resources> containers) {
        Set<String> names = Set.of();
        for (Resources container : containers) {
            names = addTo(names, container.requests());
            names = addTo(names, container.limits());
        }
        return names;
    }

    private Set<String> addTo(Set<String> names, Map<String, BigDecimal> amounts) {
        Set<String> all = names;
        for (Map.Entry<String, BigDecimal> amount : amounts.entrySet()) {
            String name = amount.getKey();
            boolean counts = countZero || amount.getValue().signum() > 0;
            if (counts && ResourceNames.isExtended(name) && !isIgnored(name)) {
                all = all.isEmpty() ? new TreeSet<>() : all;
                all.add(name);
            }
        }
        return all;
    }
}
