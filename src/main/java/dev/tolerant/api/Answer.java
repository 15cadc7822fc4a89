package dev.tolerant.api;

import dev.tolerant.engine.decision.OneLine;
import dev.tolerant.engine.json.FieldNames;
import dev.tolerant.engine.json.JsonCursor;
import dev.tolerant.engine.json.SkippingParser;
import dev.tolerant.engine.json.UnexpectedJsonException;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the API server answered.
 *
 * @param retryAfterSeconds how long it asks to wait; 0 if it does not
 */
public record Answer(int code, byte[] body, long retryAfterSeconds) {
    private static final FieldNames STATUS = FieldNames.of("message");
    private static final int MAX_MESSAGE = 1000;
    /** How an API server says that an account has no right, and no admission plugin or webhook does. */
    private static final Pattern WITHOUT_RIGHT = Pattern.compile(" cannot [a-z]+ resource ");

    private static final int UNPROCESSABLE = 422;
    private static final int TOO_MANY_REQUESTS = 429;

    public boolean isSuccess() {
        return code / 100 == 2;
    }

    /** Whether there is no such object, or no such kind of objects. */
    public boolean isGone() {
        return code == HttpURLConnection.HTTP_NOT_FOUND;
    }

    /** Whether somebody else has changed the object meanwhile. */
    public boolean isConflict() {
        return code == HttpURLConnection.HTTP_CONFLICT;
    }

    /** Whether a list or watch cannot go on from where it was. */
    public boolean isExpired() {
        return code == HttpURLConnection.HTTP_GONE;
    }

    public boolean asksToWait() {
        return code == TOO_MANY_REQUESTS;
    }

    public boolean isOfServer() {
        return code >= HttpURLConnection.HTTP_INTERNAL_ERROR;
    }

    /** Whether it says that something is wrong with the request, the rights of whoever asks, or the API server. */
    public boolean isFault() {
        return code == HttpURLConnection.HTTP_FORBIDDEN || code == UNPROCESSABLE || isOfServer();
    }

    /**
     * The refusal for a log line: its code, and the right to grant or what the API server says.
     *
     * @param right the right that the request needs, such as "patch of pods"
     */
    public String words(String right) {
        String message = message();
        boolean isWithoutRight = code == HttpURLConnection.HTTP_FORBIDDEN && (message.isEmpty() || lacksRight(message));
        return code + (isWithoutRight ? ": grant " + right : "") + (message.isEmpty() ? "" : ": " + message);
    }

    /** Whether a 403 with this message is about the account's rights; others come from admission plugins and webhooks. */
    public static boolean lacksRight(@Nullable String message) {
        return message != null && WITHOUT_RIGHT.matcher(message).find();
    }

    /** What the API server's Status says; empty if it says nothing. */
    public String message() {
        try (SkippingParser parser = SkippingParser.of(body)) {
            if (parser.nextToken() == null) {
                return "";
            }
            JsonCursor json = new JsonCursor(parser);
            if (json.enterObject("") && json.nextField(STATUS) != null) {
                return OneLine.of(json.text("message"), MAX_MESSAGE);
            }
        } catch (IOException | UnexpectedJsonException noStatus) {
            // A proxy may answer with anything.
        }
        return "";
    }
}
