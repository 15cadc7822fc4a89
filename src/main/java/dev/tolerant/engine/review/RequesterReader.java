package dev.tolerant.engine.review;

import dev.tolerant.engine.json.FieldNames;
import dev.tolerant.engine.json.JsonCursor;
import dev.tolerant.engine.json.UnexpectedJsonException;
import dev.tolerant.engine.model.Review.Requester;
import java.io.IOException;
import java.util.List;

/** Reads who sent a request. */
final class RequesterReader {
    private static final FieldNames USER_INFO = FieldNames.of("username", "groups");

    private RequesterReader() {}

    static Requester read(JsonCursor json) throws IOException, UnexpectedJsonException {
        if (!json.enterObject("")) {
            return Requester.UNKNOWN;
        }
        String username = "";
        List<String> groups = List.of();
        for (String field = json.nextField(USER_INFO); field != null; field = json.nextField(USER_INFO)) {
            switch (field) {
                case "username" -> username = json.text("username");
                case "groups" -> groups = json.list("groups");
            }
        }
        return new Requester(username, groups);
    }
}
