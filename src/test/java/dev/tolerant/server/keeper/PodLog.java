package dev.tolerant.server.keeper;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** What has happened to the pods of a server, for its watches. */
final class PodLog implements AutoCloseable {
    private record Entry(long version, String line) {}

    private final List<Entry> entries = new ArrayList<>();
    private long version = 100;
    private long forgotten;
    private int watches;
    private int cuts;
    private boolean closed;

    synchronized long next() {
        return ++version;
    }

    synchronized long last() {
        return version;
    }

    synchronized void add(String type, JsonNode pod) {
        entries.add(new Entry(version, "{\"type\":\"" + type + "\",\"object\":" + pod + "}\n"));
        notifyAll();
    }

    /** Forgets what has happened until now: watches from before expire. */
    synchronized void forget() {
        forgotten = version;
        entries.clear();
    }

    /** Tells all watches, as an API server does, up to where they have come. */
    synchronized void bookmark() {
        next();
        entries.add(new Entry(
                version,
                "{\"type\":\"BOOKMARK\",\"object\":{\"kind\":\"Pod\",\"metadata\":{\"resourceVersion\":\"" + version
                        + "\"}}}\n"));
        notifyAll();
    }

    /** Breaks all watches. */
    synchronized void cut() {
        cuts++;
        notifyAll();
    }

    synchronized int watches() {
        return watches;
    }

    void watch(HttpExchange exchange, long from) throws IOException {
        int before;
        synchronized (this) {
            before = cuts;
            if (from < forgotten) {
                exchange.sendResponseHeaders(200, 0);
                try (OutputStream body = exchange.getResponseBody()) {
                    body.write(("{\"type\":\"ERROR\",\"object\":{\"kind\":\"Status\",\"reason\":\"Expired\","
                                    + "\"code\":410}}\n")
                            .getBytes(StandardCharsets.UTF_8));
                }
                return;
            }
            watches++;
        }
        exchange.sendResponseHeaders(200, 0);
        long told = from;
        try (OutputStream body = exchange.getResponseBody()) {
            while (true) {
                for (Entry entry : after(told, before)) {
                    body.write(entry.line().getBytes(StandardCharsets.UTF_8));
                    told = entry.version();
                }
                body.flush();
                synchronized (this) {
                    if (closed || cuts != before) {
                        return;
                    }
                }
            }
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
        } finally {
            synchronized (this) {
                watches--;
            }
        }
    }

    private synchronized List<Entry> after(long told, int before) throws InterruptedException {
        List<Entry> news = news(told);
        while (news.isEmpty() && !closed && cuts == before) {
            wait();
            news = news(told);
        }
        // What comes after the cut must not reach a watch that has not noticed it yet.
        return cuts == before ? news : List.of();
    }

    private List<Entry> news(long told) {
        int first = entries.size();
        while (first > 0 && entries.get(first - 1).version() > told) {
            first--;
        }
        return List.copyOf(entries.subList(first, entries.size()));
    }

    @Override
    public synchronized void close() {
        closed = true;
        notifyAll();
    }
}
