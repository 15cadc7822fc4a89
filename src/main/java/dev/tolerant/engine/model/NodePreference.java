package dev.tolerant.engine.model;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Nodes that a pod prefers: those that meet all of the requirements.
 *
 * @param weight from 1 to 100
 */
public record NodePreference(int weight, List<Requirement> requirements) {

    /** In the selector syntax of {@code kubectl}, with the weight. */
    @Override
    public String toString() {
        return requirements.stream().map(Requirement::toString).collect(Collectors.joining(",")) + " (weight " + weight
                + ")";
    }
}
