package dev.tolerant.tools.whatif;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makers whose pods change in the same way, so that people read once what changes. */
record Block(Change change, int nodesBefore, int nodesAfter, List<Prospect> prospects) {
    private static final BitSet NOWHERE = new BitSet();

    /** What is the same for all makers of a block. */
    private record Key(Change change, BitSet before, BitSet after) {}

    /** The blocks of prospects, in the order of the first of each. */
    static List<Block> of(List<Prospect> prospects) {
        Map<Key, List<Prospect>> blocks = new LinkedHashMap<>();
        for (Prospect prospect : prospects) {
            Key key = new Key(
                    prospect.change(),
                    prospect.before().isRefused() ? NOWHERE : prospect.before().nodes(),
                    prospect.after().isRefused() ? NOWHERE : prospect.after().nodes());
            blocks.computeIfAbsent(key, any -> new ArrayList<>()).add(prospect);
        }
        List<Block> list = new ArrayList<>();
        blocks.forEach((key, alike) -> list.add(
                new Block(key.change(), key.before().cardinality(), key.after().cardinality(), alike)));
        return list;
    }
}
