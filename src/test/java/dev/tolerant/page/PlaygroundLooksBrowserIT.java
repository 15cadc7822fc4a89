package dev.tolerant.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The playground in a real browser: themes, contrast and a phone; pictures of it are left in {@code target/screenshots}. */
@Tag("browser")
class PlaygroundLooksBrowserIT {
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
