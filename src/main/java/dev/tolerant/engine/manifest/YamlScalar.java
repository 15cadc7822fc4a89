package dev.tolerant.engine.manifest;

import com.fasterxml.jackson.databind.node.BigIntegerNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.databind.node.ValueNode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads a YAML scalar as kubectl does: the value that go-yaml v2 resolves it to, as Go's encoding/json writes it, where 60.0
 * and 6e1 are 60. Neither YAML 1.1 nor YAML 1.2: {@code y} and {@code off} are booleans, 0o17 and 017 are 15, 08 is 8, there is
 * no base 60, and timestamps stay text.
 */
public final class YamlScalar {
    /** The name of a field that stands for the fields of its value. */
    static final String MERGE = "<<";

    private static final String STANDARD = "tag:yaml.org,2002:";
    private static final Map<String, ValueNode> WORDS = words();
    private static final Pattern INTEGER =
            Pattern.compile("([-+]?)(?:0[xX]([0-9a-fA-F]+)|0[bB]([01]+)|0[oO]?([0-7]+)|(0|[1-9][0-9]*))");
    /** In the order of the groups of an integer's digits. */
    private static final int[] RADIXES = {16, 2, 8, 10};

    private static final Pattern FLOAT = Pattern.compile("[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?");
    private static final int MAX_DIGITS = 1000;
    private static final BigInteger MIN_INTEGER = BigInteger.valueOf(Long.MIN_VALUE);
    private static final BigInteger MAX_INTEGER =
            BigInteger.ONE.shiftLeft(Long.SIZE).subtract(BigInteger.ONE);
    /** From here on Go writes a whole float with an exponent. */
    private static final double EXPONENT_FROM = 1e21;

    private YamlScalar() {}

    private static Map<String, ValueNode> words() {
        Map<String, ValueNode> words = new HashMap<>(Map.of("", NullNode.instance));
        Map.of(
                        BooleanNode.TRUE,
                        "y Y yes Yes YES true True TRUE on On ON",
                        BooleanNode.FALSE,
                        "n N no No NO false False FALSE off Off OFF",
                        NullNode.instance,
                        "~ null Null NULL",
                        DoubleNode.valueOf(Double.NaN),
                        ".nan .NaN .NAN",
                        DoubleNode.valueOf(Double.POSITIVE_INFINITY),
                        ".inf .Inf .INF +.inf +.Inf +.INF",
                        DoubleNode.valueOf(Double.NEGATIVE_INFINITY),
                        "-.inf -.Inf -.INF")
                .forEach((value, all) -> Stream.of(all.split(" ")).forEach(word -> words.put(word, value)));
        return Map.copyOf(words);
    }

    /** True of what, without quotes, is read as the text that it is, as a value and as the name of a field. */
    public static boolean isText(String plain) {
        return !plain.equals(MERGE) && resolved(plain).isTextual();
    }

    /**
     * Null if the value is not what its tag says.
     *
     * @param tag in its long form; null without one
     * @param plain without quotes, and not as a block
     */
    static @Nullable ValueNode of(@Nullable String tag, boolean plain, String text) {
        if (tag == null) {
            return plain ? resolved(text) : TextNode.valueOf(text);
        }
        ValueNode resolved = resolved(text);
        return switch (tag.startsWith(STANDARD) ? tag.substring(STANDARD.length()) : "") {
            case "bool" -> resolved.isBoolean() ? resolved : null;
            case "null" -> resolved.isNull() ? resolved : null;
            case "int" -> resolved.isIntegralNumber() ? resolved : null;
            case "float" -> resolved.isNumber() ? resolved : null;
            case "binary" -> decoded(text);
            default -> TextNode.valueOf(text);
        };
    }

    private static ValueNode resolved(String text) {
        ValueNode word = WORDS.get(text);
        if (word != null) {
            return word;
        }
        char first = text.charAt(0);
        boolean mayBeInteger = first == '-' || first == '+' || ('0' <= first && first <= '9');
        if ((!mayBeInteger && first != '.') || text.length() > MAX_DIGITS) {
            return TextNode.valueOf(text);
        }
        String digits = mayBeInteger ? text.replace("_", "") : text;
        BigInteger integer = integer(digits);
        if (integer != null && integer.compareTo(MIN_INTEGER) >= 0 && integer.compareTo(MAX_INTEGER) <= 0) {
            return whole(integer);
        }
        if (FLOAT.matcher(digits).matches()) {
            double number = Double.parseDouble(digits);
            return Double.isInfinite(number) ? TextNode.valueOf(text) : ofFloat(number);
        }
        return integer == null ? TextNode.valueOf(text) : whole(integer);
    }

    private static @Nullable BigInteger integer(String text) {
        Matcher parts = INTEGER.matcher(text);
        if (!parts.matches()) {
            return null;
        }
        for (int i = 0; i < RADIXES.length; i++) {
            String digits = parts.group(i + 2);
            if (digits != null) {
                BigInteger integer = new BigInteger(digits, RADIXES[i]);
                return "-".equals(parts.group(1)) ? integer.negate() : integer;
            }
        }
        throw new IllegalStateException("an integer without digits");
    }

    private static ValueNode ofFloat(double number) {
        return number == Math.rint(number) && Math.abs(number) < EXPONENT_FROM
                ? whole(new BigDecimal(Double.toString(number)).toBigInteger())
                : DoubleNode.valueOf(number);
    }

    static ValueNode whole(BigInteger integer) {
        if (integer.bitLength() < Integer.SIZE) {
            return IntNode.valueOf(integer.intValue());
        }
        return integer.bitLength() < Long.SIZE
                ? LongNode.valueOf(integer.longValue())
                : BigIntegerNode.valueOf(integer);
    }

    private static @Nullable ValueNode decoded(String base64) {
        try {
            byte[] bytes = Base64.getDecoder().decode(base64.replaceAll("[\r\n]", ""));
            return TextNode.valueOf(new String(bytes, StandardCharsets.UTF_8));
        } catch (IllegalArgumentException notBase64) {
            return null;
        }
    }
}
