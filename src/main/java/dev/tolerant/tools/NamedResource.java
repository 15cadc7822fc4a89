package dev.tolerant.tools;

import dev.tolerant.observed.facts.FactKind;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** An object as somebody names it on the command line: {@code deploy/web}, or {@code deploy web}. */
record NamedResource(FactKind type, String name) {
    private static final char SEPARATOR = '/';

    /**
     * What the arguments name, each once, in their order.
     *
     * @throws InputException if they are neither {@code TYPE/NAME...} nor {@code TYPE NAME...}
     */
    static Set<NamedResource> of(List<String> arguments) throws InputException {
        String first = arguments.get(0);
        if (first.indexOf(SEPARATOR) < 0) {
            return ofOneType(first, arguments.subList(1, arguments.size()));
        }
        Set<NamedResource> named = new LinkedHashSet<>();
        for (String argument : arguments) {
            int slash = argument.indexOf(SEPARATOR);
            if (slash < 0) {
                throw new InputException("'" + argument + "' has no type: write TYPE/NAME, as in deploy/" + argument);
            }
            named.add(new NamedResource(
                    type(argument.substring(0, slash), argument), name(argument.substring(slash + 1), argument)));
        }
        return named;
    }

    private static Set<NamedResource> ofOneType(String typed, List<String> names) throws InputException {
        FactKind type = type(typed, typed);
        if (names.isEmpty()) {
            throw new InputException("'" + typed + "' needs a name: write " + typed + "/NAME");
        }
        Set<NamedResource> named = new LinkedHashSet<>();
        for (String name : names) {
            if (name.indexOf(SEPARATOR) >= 0) {
                throw new InputException("'" + name + "' follows the type " + typed
                        + ": write TYPE/NAME for each object, or one TYPE and then names");
            }
            named.add(new NamedResource(type, name(name, name)));
        }
        return named;
    }

    private static FactKind type(String typed, String argument) throws InputException {
        Optional<FactKind> known = FactKind.named(typed);
        if (known.isPresent()) {
            return known.get();
        }
        if (isFile(argument)) {
            throw new InputException("'" + argument + "' is a file: 'tolerant explain " + argument
                    + "' explains files; here, name objects of the cluster, as in deploy/web");
        }
        throw new InputException("'" + typed + "' is not a type of object that has pods: use one of " + types());
    }

    /** The types with their short names, for messages. */
    private static String types() {
        return Arrays.stream(FactKind.values())
                .filter(FactKind::hasPods)
                .map(kind -> kind.singular()
                        + (kind.shortName().equals(kind.singular()) ? "" : " (" + kind.shortName() + ")"))
                .collect(Collectors.joining(", "));
    }

    private static String name(String name, String argument) throws InputException {
        if (name.isEmpty() || name.indexOf(SEPARATOR) >= 0) {
            throw new InputException("'" + argument + "' is not TYPE/NAME, as in deploy/web");
        }
        return name;
    }

    private static boolean isFile(String argument) {
        try {
            return Files.exists(Path.of(argument));
        } catch (InvalidPathException never) {
            return false;
        }
    }

    /** As kubectl writes it. */
    String title() {
        return type.singular() + SEPARATOR + name;
    }
}
