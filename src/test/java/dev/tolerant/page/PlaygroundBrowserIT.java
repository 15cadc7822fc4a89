package dev.tolerant.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The playground in a real browser: what a visitor can do with it, its themes and contrast, and a phone; pictures of it are left in
 * {@code target/screenshots}.
 */
@Tag("browser")
class PlaygroundBrowserIT {
    private static final Path SCREENSHOTS = Path.of("target/screenshots");
    private static final double AA = 4.5;

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

    @ParameterizedTest
    @EnumSource(
            value = ColorScheme.class,
            names = {"LIGHT", "DARK"})
    void bothThemesCanBeRead(ColorScheme scheme) {
        Page page = visitors.open(1280, 900, scheme);

        page.getByLabel("Sample").selectOption("playground/samples/train.yaml");
        assertThat(page.getByRole(AriaRole.STATUS)).containsText("Pod train");

        boolean dark = scheme == ColorScheme.DARK;
        assertThat(page.locator("body")).hasCSS("background-color", dark ? "rgb(15, 20, 19)" : "rgb(244, 246, 245)");
        assertThat(contrasts(page))
                .hasSizeGreaterThan(40)
                .allSatisfy((text, contrast) -> assertThat(contrast).as(text).isGreaterThanOrEqualTo(AA));
        shoot(page, scheme.name().toLowerCase(Locale.ROOT));
    }

    @Test
    void aChosenThemeIsRemembered() {
        Page page = visitors.open(1280, 900, ColorScheme.LIGHT);

        page.getByLabel("Theme").selectOption("dark");
        page.reload();

        assertThat(page.getByLabel("Theme")).hasValue("dark");
        assertThat(page.locator("body")).hasCSS("background-color", "rgb(15, 20, 19)");
    }

    @ParameterizedTest
    @EnumSource(
            value = ColorScheme.class,
            names = {"LIGHT", "DARK"})
    void aPhoneShowsAllOfItWithoutScrollingSideways(ColorScheme scheme) {
        Page page = visitors.open(360, 740, scheme);

        page.getByLabel("Sample").selectOption("playground/samples/agent.yaml");
        assertThat(page.getByRole(AriaRole.STATUS)).containsText("DaemonSet/agent");
        page.getByText("The same as a table").click();

        assertThat((Integer) page.evaluate("document.documentElement.scrollWidth"))
                .isEqualTo(360);
        Number drawn = (Number) page.evaluate("document.querySelector('.lanes svg').getBoundingClientRect().width");
        Number room = (Number) page.evaluate("document.querySelector('.lanes').clientWidth");
        assertThat(drawn.intValue()).isEqualTo(room.intValue());
        assertThat(
                        (List<?>)
                                page.evaluate(
                                        "[...document.querySelectorAll('.lanes text')]"
                                                + ".filter(text => text.getBoundingClientRect().right > innerWidth).map(text => text.textContent)"))
                .isEmpty();
        shoot(page, "phone-" + scheme.name().toLowerCase(Locale.ROOT));
    }

    /** The contrast of every text that can be seen with what is behind it (WCAG 2, relative luminance). */
    @SuppressWarnings("unchecked")
    private static Map<String, Double> contrasts(Page page) {
        return (Map<String, Double>) page.evaluate("""
                () => {
                  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
                  const rgba = (color) => {
                    canvas.clearRect(0, 0, 1, 1);
                    canvas.fillStyle = color;
                    canvas.fillRect(0, 0, 1, 1);
                    return [...canvas.getImageData(0, 0, 1, 1).data];
                  };
                  const luminance = ([r, g, b]) => [r, g, b]
                    .map((c) => c / 255)
                    .map((c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
                    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
                  const behind = (element) => {
                    for (let each = element; each; each = each.parentElement) {
                      const color = rgba(getComputedStyle(each).backgroundColor);
                      if (color[3] === 255) return color;
                    }
                    return [255, 255, 255];
                  };
                  const seen = {};
                  for (const element of document.querySelectorAll('body *')) {
                    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
                    if (!own || !element.checkVisibility() || element.closest('.hidden, .skip, desc, title')) continue;
                    const svg = element instanceof SVGElement;
                    const style = getComputedStyle(element);
                    const bar = element.classList.contains('on-bar')
                      ? getComputedStyle(element.parentElement.querySelector('.stays')).fill
                      : element.classList.contains('on-if')
                        ? getComputedStyle(element.parentElement.querySelector('.if')).fill : null;
                    const back = luminance(bar ? rgba(bar) : behind(element));
                    const front = luminance(rgba(svg ? style.fill : style.color));
                    const contrast = (Math.max(back, front) + 0.05) / (Math.min(back, front) + 0.05);
                    const key = `${element.tagName}.${element.getAttribute('class')}: ${element.textContent.trim().slice(0, 40)}`;
                    seen[key] = Math.min(seen[key] ?? 99, contrast);
                  }
                  return seen;
                }
                """);
    }

    private static void shoot(Page page, String name) {
        page.screenshot(new Page.ScreenshotOptions()
                .setPath(SCREENSHOTS.resolve("playground-" + name + ".png"))
                .setFullPage(true));
    }
}
