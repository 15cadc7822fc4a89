package dev.tolerant.engine.model;

import java.util.List;

/**
 * That nobody else may tolerate what a policy gives.
 *
 * @param taints reserved beside what the policy gives
 * @param exempt who may tolerate it all the same
 */
public record Reserve(List<ReservedTaint> taints, Exemption exempt) {}
