package dev.tolerant.rule;

import dev.tolerant.pod.Review;
import dev.tolerant.policy.NamespaceFacts;
import dev.tolerant.policy.Policy;
import java.util.List;

/**
 * All that a rule looks at: the review, its namespace, and the policies that match.
 *
 * @param policies of every mode, in their order of precedence
 */
public record Situation(Review review, NamespaceFacts namespace, List<Policy> policies) {}
