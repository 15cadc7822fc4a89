package dev.tolerant.server.fleet;

/** Names a pod of the cluster. */
record PodKey(String namespace, String name) {

    @Override
    public String toString() {
        return namespace + "/" + name;
    }
}
