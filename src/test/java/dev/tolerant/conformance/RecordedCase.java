package dev.tolerant.conformance;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * One pod of the recording.
 *
 * @param review as a cluster with DefaultTolerationSeconds alone sends it
 * @param inTree what a cluster with all three plugins made of the same pod
 * @param qosClass as that cluster computed it; empty for a pod that was refused
 */
record RecordedCase(int number, ModelledPod pod, JsonNode review, AdmittedPod inTree, String qosClass) {

    @Override
    public String toString() {
        return "case " + number + ", " + pod;
    }
}
