package dev.tolerant.api;

import dev.tolerant.engine.json.Fields;
import dev.tolerant.engine.json.Mask;
import dev.tolerant.engine.json.TreeReader;
import dev.tolerant.engine.json.UnexpectedJsonException;
import dev.tolerant.engine.words.OneLine;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An answer of the API server.
 *
 * @param retryAfterSeconds 0 if it does not ask to wait
 */
public record ApiResponse(int code, byte[] body, long retryAfterSeconds) {
    private static final Mask STATUS = Mask.ofValues("message");
    private static final int MAX_MESSAGE = 1000;
    /** An API server says so that an account has no right, and no admission plugin or webhook does. */
    private static final Pattern WITHOUT_RIGHT = Pattern.compile(" cannot [a-z]+ resource ");
    /** Admission refuses one object so. The code may be any: webhooks choose their own, and one that is down is a 500. */
    private static final Pattern BY_ADMISSION = Pattern.compile("failed calling webhook|denied (the )?request");

    private static final int TOO_MANY_REQUESTS = 429;

    public boolean isSuccess() {
        return code / 100 == 2;
    }

    public boolean isNotFound() {
        return code == HttpURLConnection.HTTP_NOT_FOUND;
    }

    public boolean isConflict() {
        return code == HttpURLConnection.HTTP_CONFLICT && !isByAdmission();
    }

    /** True where a list or watch cannot go on from where it was. */
    public boolean isExpired() {
        return code == HttpURLConnection.HTTP_GONE;
    }

    public boolean asksToWait() {
        return code == TOO_MANY_REQUESTS;
    }

    public boolean isOfServer() {
        return code >= HttpURLConnection.HTTP_INTERNAL_ERROR;
    }

    /** True where an admission plugin, policy or webhook refuses this one object, or a webhook cannot be asked about it. */
    public boolean isByAdmission() {
        return !isSuccess() && BY_ADMISSION.matcher(message()).find();
    }

    /** True where something is wrong with the API server or the caller's rights, which other requests meet too. */
    public boolean isFault() {
        return !isByAdmission() && (code == HttpURLConnection.HTTP_UNAUTHORIZED || isWithoutRight() || isOfServer());
    }

    /** A 403 that says nothing is not admission's either, which always gives a reason. */
    private boolean isWithoutRight() {
        String message = message();
        return code == HttpURLConnection.HTTP_FORBIDDEN && (message.isEmpty() || lacksRight(message));
    }

    /**
     * For a log line: the code, and the right to grant or what the API server says.
     *
     * @param right that the request needs, such as "patch of pods"
     */
    public String words(String right) {
        String message = message();
        return code
                + (isWithoutRight() && !isByAdmission() ? ": grant " + right : "")
                + (message.isEmpty() ? "" : ": " + message);
    }

    /** True where a 403 with this message is about the account's rights; others come from admission plugins and webhooks. */
    public static boolean lacksRight(@Nullable String message) {
        return message != null && WITHOUT_RIGHT.matcher(message).find();
    }

    /** Of the API server's Status; empty if it has none. */
    public String message() {
        try {
            return OneLine.of(Fields.of(TreeReader.read(body, STATUS)).text("message"), MAX_MESSAGE);
        } catch (IOException | UnexpectedJsonException noStatus) {
            // A proxy may answer with anything.
            return "";
        }
    }
}
