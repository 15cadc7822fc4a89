package dev.tolerant.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.net.HostAndPort;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PageHostsTest {
    private final PageHosts hosts = new PageHosts(Set.of("Tolerant.example.com"));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost",
                "localhost:9000",
                "LOCALHOST:9000",
                "127.0.0.1:9000",
                "[::1]:9000",
                "10.1.2.3:9000",
                "[fd00::12]",
                "tolerant.example.com",
                "TOLERANT.example.com:443"
            })
    void hostsThatNoSiteCanPointElsewhereAreAllowedAndSoAreNamesOfTheSetting(String host) {
        assertThat(hosts.allow(HostAndPort.parseAuthority(host, 80), null)).isTrue();
        assertThat(hosts.allow(HostAndPort.parseAuthority(host, 80), "http://" + host))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "evil.example",
                "evil.example:9000",
                "localhost.evil.example",
                "127.0.0.1.evil.example",
                "evil.tolerant.example.com",
                "example.com",
                "127.1",
                "localhost.",
                ""
            })
    void everyOtherNameIsRefused(String host) {
        assertThat(hosts.allow(HostAndPort.parseAuthority(host, 80), null)).isFalse();
        assertThat(hosts.allow(HostAndPort.create("localhost", 9000), "http://" + host))
                .isFalse();
    }

    @Test
    void aRequestWithoutAHostIsRefused() {
        assertThat(hosts.allow(null, null)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "", "localhost", "file://", "http://localhost@evil.example"})
    void anOriginWithoutAHostIsRefused(String origin) {
        assertThat(hosts.allow(HostAndPort.create("localhost", 9000), origin)).isFalse();
    }
}
