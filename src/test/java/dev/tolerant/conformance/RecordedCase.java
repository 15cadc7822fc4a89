package dev.tolerant.conformance;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * One pod of the recording.
 *
 * @param review the review that a cluster with only DefaultTolerationSeconds sends
 * @param inTree the result for the same pod on a cluster with all three plugins
 * @param qosClass the class that this cluster computed; empty for a refused pod
 */
record RecordedCase(int number, ModelledPod pod, JsonNode review, AdmittedPod inTree, String qosClass) {

    @Override
    public String toString() {
        return "case " + number + ", " + pod;
    }
}
