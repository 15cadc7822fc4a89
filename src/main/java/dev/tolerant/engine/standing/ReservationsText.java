package dev.tolerant.engine.standing;

import dev.tolerant.engine.policy.Reserve.Exemption;
import dev.tolerant.engine.policy.Reserve.ReservedTaint;
import dev.tolerant.engine.standing.Reservations.Entry;
import dev.tolerant.engine.standing.Reservations.Insiders;
import dev.tolerant.engine.standing.Reservations.Opening;
import dev.tolerant.engine.words.LabelSelector;
import dev.tolerant.engine.words.Requirement;
import dev.tolerant.engine.words.Requirement.Operator;
import dev.tolerant.engine.words.Taint.Effect;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Everything that policies reserve, as annotations of lines that the chart's guard reads in CEL: the one place that
 * writes and reads them.
 *
 * <p>A policy is {@code policies.tolerant.dev/pN}: its name; {@code label KEY VALUE} and {@code OPERATOR KEY
 * VALUE,VALUE}, which a namespace inside meets. {@code exempt.tolerant.dev/pN} has who is exempt: {@code namespace},
 * {@code account}, {@code user} or {@code group}, and a name. A reserved taint is a line of {@code
 * taints.tolerant.dev/KEY}: its key, {@code =VALUE}, its effect ({@code *} is every one), and the policies to which it
 * is open: {@code N}, or {@code N;LABEL} for the value of the namespace's label alone, or {@code N;LABEL;VALUE} where
 * the label has that value. {@code tolerant.dev/labels} has those labels. No part holds a blank or a line's end, but
 * for users and groups, which end their line.
 */
public final class ReservationsText {
    /** The name of the ServiceAccount, which has no rights, that has the annotations in the release's namespace. */
    public static final String OBJECT = "tolerant-reservations";

    static final String POLICY = "policies.tolerant.dev/p";
    static final String EXEMPT = "exempt.tolerant.dev/p";
    private static final String TAINTS = "taints.tolerant.dev/";
    private static final String TAINTS_OF_LONG_KEYS = "tolerant.dev/taints";
    private static final String LABELS = "tolerant.dev/labels";
    private static final int MAX_NAME = 63;

    private static final String EVERY = "*";
    private static final String LABEL = "label";
    private static final String NAMESPACE = "namespace";
    private static final String ACCOUNT = "account";
    private static final String USER = "user";
    private static final String GROUP = "group";

    private ReservationsText() {}

    /** None if nothing is reserved. */
    public static Map<String, String> of(Reservations reservations) {
        Map<String, String> annotations = new TreeMap<>();
        Map<String, Integer> numbers = new HashMap<>();
        reservations.policies().forEach((name, insiders) -> {
            annotations.put(POLICY + numbers.size(), policy(name, insiders.namespaces()));
            if (!insiders.exempt().equals(Exemption.NOBODY)) {
                annotations.put(EXEMPT + numbers.size(), exempt(insiders.exempt()));
            }
            numbers.put(name, numbers.size());
        });
        Set<String> labels = new TreeSet<>();
        reservations
                .taints()
                .forEach((key, entries) -> entries.forEach(entry -> {
                    annotations.merge(name(key), line(entry, numbers), (some, more) -> some + "\n" + more);
                    entry.openTo().stream().map(Opening::fromLabel).forEach(labels::add);
                }));
        labels.remove("");
        if (!labels.isEmpty()) {
            annotations.put(LABELS, String.join("\n", labels));
        }
        return annotations;
    }

    /** The key's own annotation unless the key is too long for a name. */
    static String name(String key) {
        String name = key.replace('/', '_');
        return name.length() <= MAX_NAME ? TAINTS + name : TAINTS_OF_LONG_KEYS;
    }

    static String policy(String name, LabelSelector namespaces) {
        List<String> lines = new ArrayList<>(List.of(name));
        new TreeMap<>(namespaces.matchLabels()).forEach((key, value) -> lines.add(LABEL + " " + key + " " + value));
        namespaces
                .matchExpressions()
                .forEach(each -> lines.add(each.operator().text() + " " + each.key()
                        + (each.values().isEmpty() ? "" : " " + String.join(",", new TreeSet<>(each.values())))));
        return String.join("\n", lines);
    }

    static String exempt(Exemption exempt) {
        List<String> lines = new ArrayList<>();
        add(lines, NAMESPACE, exempt.namespaces());
        add(lines, ACCOUNT, exempt.serviceAccounts());
        add(lines, USER, exempt.users());
        add(lines, GROUP, exempt.groups());
        return String.join("\n", lines);
    }

    private static void add(List<String> lines, String word, Collection<String> names) {
        new TreeSet<>(names).forEach(name -> lines.add(word + " " + name));
    }

    /** The numbers of policies have at most as many digits as there are policies. */
    static String line(Entry entry, Map<String, Integer> numbers) {
        ReservedTaint taint = entry.taint();
        List<String> openings = entry.openTo().stream()
                .map(opening -> numbers.get(opening.policy())
                        + (opening.fromLabel().isEmpty() ? "" : ";" + opening.fromLabel())
                        + (opening.value().isEmpty() ? "" : ";" + opening.value()))
                .toList();
        return String.join(
                " ",
                taint.key(),
                taint.value() == null ? EVERY : "=" + taint.value(),
                taint.effect() == Effect.ANY ? EVERY : taint.effect().text(),
                String.join(",", openings));
    }

    /** Skips the annotations of others; one of another form is an {@link IllegalArgumentException}. */
    public static Reservations read(Map<String, String> annotations) {
        Map<String, Insiders> policies = new TreeMap<>();
        Map<String, String> names = new HashMap<>();
        Map<String, List<Entry>> taints = new TreeMap<>();
        try {
            annotations.forEach((annotation, text) -> {
                if (annotation.startsWith(POLICY)) {
                    String[] lines = text.split("\n");
                    String number = annotation.substring(POLICY.length());
                    names.put(number, lines[0]);
                    String exempt = annotations.getOrDefault(EXEMPT + number, "");
                    policies.put(lines[0], new Insiders(namespaces(lines), exemption(exempt)));
                }
            });
            annotations.forEach((annotation, text) -> {
                if (annotation.startsWith(TAINTS) || annotation.equals(TAINTS_OF_LONG_KEYS)) {
                    for (String line : text.split("\n")) {
                        Entry entry = entry(line.split(" ", -1), names);
                        taints.computeIfAbsent(entry.taint().key(), any -> new ArrayList<>())
                                .add(entry);
                    }
                }
            });
        } catch (IndexOutOfBoundsException missing) {
            throw new IllegalArgumentException("a line has fewer parts than it needs", missing);
        }
        return new Reservations(policies, taints);
    }

    private static LabelSelector namespaces(String[] lines) {
        Map<String, String> labels = new TreeMap<>();
        List<Requirement> expressions = new ArrayList<>();
        for (String line : Arrays.asList(lines).subList(1, lines.length)) {
            String[] parts = line.split(" ", -1);
            if (parts[0].equals(LABEL)) {
                labels.put(parts[1], parts[2]);
            } else {
                expressions.add(requirement(parts));
            }
        }
        return new LabelSelector(labels, expressions);
    }

    private static Exemption exemption(String text) {
        Map<String, Set<String>> names = new HashMap<>();
        text.lines().forEach(line -> {
            int blank = line.indexOf(' ');
            names.computeIfAbsent(line.substring(0, blank), any -> new HashSet<>())
                    .add(line.substring(blank + 1));
        });
        return new Exemption(
                names.getOrDefault(GROUP, Set.of()),
                names.getOrDefault(USER, Set.of()),
                names.getOrDefault(ACCOUNT, Set.of()),
                names.getOrDefault(NAMESPACE, Set.of()));
    }

    private static Requirement requirement(String[] parts) {
        Operator operator = Operator.of(parts[0]);
        if (operator == Operator.UNKNOWN) {
            throw new IllegalArgumentException("no line of a policy begins with " + parts[0]);
        }
        boolean compares = operator == Operator.IN || operator == Operator.NOT_IN;
        return new Requirement(
                parts[1], operator, compares ? new LinkedHashSet<>(List.of(parts[2].split(",", -1))) : Set.of());
    }

    private static Entry entry(String[] parts, Map<String, String> names) {
        List<Opening> openings = new ArrayList<>();
        for (String opening : parts[3].split(",", -1)) {
            String[] refs = opening.split(";", -1);
            String policy = names.get(refs[0]);
            if (policy == null) {
                throw new IllegalArgumentException("a taint is open to policy " + refs[0] + ", which is not there");
            }
            openings.add(new Opening(policy, refs.length > 1 ? refs[1] : "", refs.length > 2 ? refs[2] : ""));
        }
        String value = parts[1].equals(EVERY) ? null : parts[1].substring(1);
        return new Entry(
                new ReservedTaint(parts[0], value, Effect.of(parts[2].equals(EVERY) ? "" : parts[2])), openings);
    }
}
