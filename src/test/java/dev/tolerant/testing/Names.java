package dev.tolerant.testing;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Kinds of names that a client can choose to make a hash table slow. */
public enum Names {
    /** Random names, whose hashes differ. */
    RANDOM {
        @Override
        public List<String> of(int count, Random random) {
            Set<String> names = new LinkedHashSet<>();
            while (names.size() < count) {
                names.add(text(random) + text(random) + text(random));
            }
            return List.copyOf(names);
        }
    },
    /** Names with the same {@link String#hashCode()}: "Aa" and "BB" have the same, and so has every sequence of them. */
    SAME_HASH_IN_JAVA {
        @Override
        public List<String> of(int count, Random random) {
            int pairs = Integer.SIZE - Integer.numberOfLeadingZeros(count);
            int flip = random.nextInt(1 << pairs);
            List<String> names = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                StringBuilder name = new StringBuilder();
                for (int bit = 0; bit < pairs; bit++) {
                    name.append(((i ^ flip) >> bit & 1) == 0 ? "Aa" : "BB");
                }
                names.add(name.toString());
            }
            return names;
        }
    },
    /**
     * Names with the same hash in Jackson's table of field names, whatever its seed: of two words of four bytes, its
     * ByteQuadsCanonicalizer mixes the seed in after the second.
     */
    SAME_HASH_IN_JACKSON {
        @Override
        public List<String> of(int count, Random random) {
            int wanted = random.nextInt();
            Set<String> names = new LinkedHashSet<>();
            while (names.size() < count) {
                String first = text(random);
                int hash = word(first);
                hash += hash >>> 15;
                hash ^= hash >>> 9;
                String second = text((wanted - hash) * INVERSE_OF_33);
                if (second.chars().allMatch(c -> ALPHABET.indexOf(c) >= 0)) {
                    names.add(first + second);
                }
            }
            return List.copyOf(names);
        }
    };

    private static final String ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    /** Modulo two to the power of 32. */
    private static final int INVERSE_OF_33 = 0x3E0F83E1;

    /** So many different names of letters and digits. */
    public abstract List<String> of(int count, Random random);

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < Integer.BYTES; i++) {
            text.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
        }
        return text.toString();
    }

    private static String text(int word) {
        return new String(new char[] {
            (char) (word >>> 24), (char) (word >>> 16 & 0xFF), (char) (word >>> 8 & 0xFF), (char) (word & 0xFF)
        });
    }

    private static int word(String text) {
        return text.charAt(0) << 24 | text.charAt(1) << 16 | text.charAt(2) << 8 | text.charAt(3);
    }
}
