package dev.tolerant.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The playground in a real browser: what a visitor can do with it. */
@Tag("browser")
class PlaygroundBrowserIT {
    private static PageServer server;
    private static Visitors visitors;

    @BeforeAll
    static void start() {
        server = new PageServer(KnownInForce.samples());
        visitors = new Visitors(server.address());
    }

    @AfterAll
    static void stop() {
        if (visitors != null) {
            visitors.close();
        }
        server.close();
    }

    @AfterEach
    void nothingWentWrong() {
        visitors.leave();
    }

    @Test
    void anEditOfAPolicyChangesTheResult() {
        Page page = visitors.open(1280, 900, ColorScheme.LIGHT);
        assertThat(lane(page, "node.kubernetes.io/not-ready:NoExecute")).containsText("evicted after 60 s");

        page.getByRole(AriaRole.TAB, named("Policies")).click();
        page.getByLabel("TolerationPolicy, Namespace and Node objects").fill("""
                        apiVersion: tolerant.dev/v1alpha1
                        kind: TolerationPolicy
                        metadata: {name: brief}
                        spec:
                          match: {}
                          nodeFailure: {notReady: 7, unreachable: Never}
                        """);

        assertThat(lane(page, "node.kubernetes.io/not-ready:NoExecute")).containsText("evicted after 7 s");
        assertThat(lane(page, "node.kubernetes.io/unreachable:NoExecute")).containsText("stays");
        assertThat(page.locator(".diff ins").first()).hasText("      tolerationSeconds: 7");
        assertThat(page.locator(".steps li.applied").first()).containsText("policies/brief");
    }

    @Test
    void anInvalidSettingIsReportedAndTheLastResultStays() {
        Page page = visitors.open(1280, 900, ColorScheme.LIGHT);
        page.getByRole(AriaRole.TAB, named("Settings")).click();

        page.getByLabel("Settings, one per line").fill("tolerant.rules.daemon-set.seconds=zero");

        String sentence = "tolerant.rules.daemon-set.seconds cannot be \"zero\": 'zero' is neither a whole number of"
                + " seconds nor 'never'";
        assertThat(page.locator("#problems-settings li")).hasText(sentence);
        assertThat(page.getByRole(AriaRole.STATUS)).containsText("Settings: " + sentence);
        assertThat(page.locator("#explanation.stale svg")).isVisible();

        page.getByLabel("Settings, one per line").fill("tolerant.rules.node-failure.not-ready=5");

        assertThat(page.locator("#problems-settings li")).hasCount(0);
        assertThat(lane(page, "node.kubernetes.io/not-ready:NoExecute")).containsText("evicted after 5 s");
    }

    @Test
    void aSampleOfTheLibraryBringsItsPoliciesAndAnotherSampleTakesThemAway() {
        Page page = visitors.open(1280, 900, ColorScheme.LIGHT);

        page.getByLabel("Sample").selectOption("playground/library/gpu-pool/pod.yaml");

        assertThat(page.locator(".steps li.applied").first()).containsText("policies/gpu-pool");
        assertThat(page.getByRole(AriaRole.ROW, new Page.GetByRoleOptions().setName(Pattern.compile("^gpu-1 ")))
                        .last())
                .containsText("may be scheduled");
        assertThat(page.getByRole(AriaRole.ROW, new Page.GetByRoleOptions().setName("plain-1"))
                        .last())
                .containsText("not scheduled (node selector or affinity)");
        assertThat(page.locator("#policies")).hasValue(Pattern.compile("name: gpu-pool"));

        page.getByLabel("Sample").selectOption("playground/samples/intruder.yaml");

        assertThat(page.getByRole(AriaRole.STATUS)).containsText("TolerationPolicy ml-pool does not let namespace");
        assertThat(page.locator("#policies")).not().hasValue(Pattern.compile("gpu-pool"));
    }

    @Test
    void theKeyboardAloneIsEnough() {
        Page page = visitors.open(1280, 900, ColorScheme.LIGHT);

        tabTo(page, "sample");
        for (int i = 0; i < 3; i++) {
            page.keyboard().press("ArrowDown");
        }

        assertThat(page.getByRole(AriaRole.STATUS)).containsText("Refused");
        assertThat(page.getByRole(AriaRole.STATUS)).containsText("TolerationPolicy ml-pool does not let namespace");

        tabBackTo(page, "tab-pods");
        page.keyboard().press("ArrowRight");
        tabTo(page, "policies");
        page.keyboard().press("Control+A");
        page.keyboard().press("Delete");
        page.keyboard().press("Control+Enter");

        assertThat(page.getByRole(AriaRole.STATUS)).containsText("Patched");
        assertThat(page.locator("#policies")).isFocused();

        tabTo(page, "SUMMARY");
        page.keyboard().press("Enter");

        assertThat(page.getByRole(AriaRole.TABLE).first()).containsText("no toleration");
        assertThat(page.locator(":focus")).hasCSS("outline-style", "solid");
    }

    @Test
    void textOfAPodIsNeverMarkup() {
        Page page = visitors.open(1280, 900, ColorScheme.LIGHT);

        page.locator("#pods")
                .fill(
                        "{apiVersion: v1, kind: Pod, metadata: {name: '<img src=x onerror=alert(1)>'}, spec: {tolerations:"
                                + " [{key: '<b id=injected>', operator: Exists}]}}");

        assertThat(page.getByRole(AriaRole.STATUS)).containsText("<img src=x onerror=alert(1)>");
        assertThat(page.locator("#injected, #explanation img, #verdict img")).hasCount(0);
    }

    private static Locator lane(Page page, String taint) {
        return page.locator("[data-taint='" + taint + "']");
    }

    private static Page.GetByRoleOptions named(String name) {
        return new Page.GetByRoleOptions().setName(name);
    }

    private static void tabTo(Page page, String target) {
        press(page, "Tab", target);
    }

    private static void tabBackTo(Page page, String target) {
        press(page, "Shift+Tab", target);
    }

    private static void press(Page page, String key, String target) {
        for (int i = 0; i < 30; i++) {
            page.keyboard().press(key);
            Object focused = page.evaluate("document.activeElement.id || document.activeElement.tagName");
            if (target.equals(focused)) {
                return;
            }
        }
        throw new AssertionError(key + " does not get to " + target);
    }
}
