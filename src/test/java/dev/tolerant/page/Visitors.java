package dev.tolerant.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Visitors of the playground, each in a browser window of its own. */
final class Visitors implements AutoCloseable {
    private final URI address;
    private final Chromium chromium = Chromium.start();
    private final List<String> errors = new CopyOnWriteArrayList<>();
    private final List<String> foreign = new CopyOnWriteArrayList<>();
    private final List<BrowserContext> contexts = new ArrayList<>();

    Visitors(URI address) {
        this.address = address;
    }

    Page open(int width, int height, ColorScheme scheme) {
        BrowserContext visitor = chromium.visitor(
                new Browser.NewContextOptions().setViewportSize(width, height).setColorScheme(scheme));
        contexts.add(visitor);
        Page page = visitor.newPage();
        page.onConsoleMessage(message -> {
            if (message.type().equals("error")) {
                errors.add(message.text());
            }
        });
        page.onPageError(errors::add);
        page.onRequest(request -> {
            if (!request.url().startsWith(address.resolve("/").toString())) {
                foreign.add(request.url());
            }
        });
        page.navigate(address.resolve("/").toString());
        assertThat(page.getByRole(AriaRole.STATUS)).containsText("Patched");
        return page;
    }

    /** Whatever the visitors did, the page logged no error, broke no rule of its own and called nobody else. */
    void leave() {
        contexts.forEach(BrowserContext::close);
        contexts.clear();
        assertThat(drained(errors)).isEmpty();
        assertThat(drained(foreign)).isEmpty();
    }

    /** One test's errors are not the next one's. */
    private static List<String> drained(List<String> list) {
        List<String> content = List.copyOf(list);
        list.clear();
        return content;
    }

    @Override
    public void close() {
        chromium.close();
    }
}
