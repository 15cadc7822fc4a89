package dev.tolerant.page;

import io.netty.util.NetUtil;
import io.vertx.core.net.HostAndPort;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The hosts under which browsers may ask for the page. A site can point a name of its own at the page's address, and a
 * browser would then let the site read the page's policies; it cannot point {@code localhost} or an IP address there.
 */
final class PageHosts {
    private static final String SCHEME_END = "://";

    private final Set<String> names;

    /** {@code names} are the hosts besides {@code localhost} and IP addresses. */
    PageHosts(Set<String> names) {
        this.names = names.stream().map(PageHosts::lowerCase).collect(Collectors.toUnmodifiableSet());
    }

    /** {@code asked} is null if the request names no host; {@code origin} is null if no page sent the request. */
    boolean allow(@Nullable HostAndPort asked, @Nullable String origin) {
        return contains(asked) && (origin == null || contains(hostOf(origin)));
    }

    private boolean contains(@Nullable HostAndPort authority) {
        if (authority == null) {
            return false;
        }
        String host = lowerCase(authority.host());
        return host.equals("localhost")
                || NetUtil.isValidIpV4Address(host)
                || NetUtil.isValidIpV6Address(host)
                || names.contains(host);
    }

    private static @Nullable HostAndPort hostOf(String origin) {
        int end = origin.indexOf(SCHEME_END);
        return end < 0 ? null : HostAndPort.parseAuthority(origin.substring(end + SCHEME_END.length()), 0);
    }

    private static String lowerCase(String host) {
        return host.toLowerCase(Locale.ROOT);
    }
}
