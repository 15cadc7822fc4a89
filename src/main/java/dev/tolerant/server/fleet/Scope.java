package dev.tolerant.server.fleet;

import dev.tolerant.api.ListPages;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** The pods that a pass lists. */
sealed interface Scope {

    /** The path of the list, with the part of its query that selects the pods. */
    String path();

    /** The list of the pods. */
    default ListPages.Query query() {
        return new ListPages.Query(path(), toString(), "pods");
    }

    /** All pods of the cluster. */
    record Everything() implements Scope {
        @Override
        public String path() {
            return Pods.ALL + "?limit=" + ListPages.LIMIT;
        }

        @Override
        public String toString() {
            return "all pods";
        }
    }

    /** The pods of one namespace. */
    record OfNamespace(String name) implements Scope {
        @Override
        public String path() {
            return "/api/v1/namespaces/" + name + "/pods?limit=" + ListPages.LIMIT;
        }

        @Override
        public String toString() {
            return "the pods of namespace " + name;
        }
    }

    /** The pods that run on one node. */
    record OfNode(String name) implements Scope {
        @Override
        public String path() {
            // Version 0 lets the API server answer from its index of nodes, instead of reading every pod of the
            // cluster.
            return Pods.ALL + "?resourceVersion=0&fieldSelector="
                    + URLEncoder.encode("spec.nodeName=" + name, StandardCharsets.UTF_8);
        }

        @Override
        public String toString() {
            return "the pods of node " + name;
        }
    }
}
