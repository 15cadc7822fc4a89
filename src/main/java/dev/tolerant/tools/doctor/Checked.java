package dev.tolerant.tools.doctor;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** A check, and what it has found. */
record Checked(Check check, Finding finding) {

    ObjectNode json() {
        ObjectNode json = JsonNodeFactory.instance
                .objectNode()
                .put("code", check.code())
                .put("heading", check.heading().text())
                .put("title", check.title())
                .put("result", finding.mark().code())
                .put("sentence", finding.sentence());
        ArrayNode details = json.putArray("details");
        finding.details().forEach(details::add);
        return json.put("wayOut", finding.wayOut());
    }
}
