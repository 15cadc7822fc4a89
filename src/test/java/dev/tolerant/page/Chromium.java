package dev.tolerant.page;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The system's own Chromium, without a screen; it does not call home. */
final class Chromium implements AutoCloseable {
    private static final Path EXECUTABLE = Path.of("/usr/bin/chromium");

    private final Playwright playwright;
    private final Browser browser;

    private Chromium(Playwright playwright, Browser browser) {
        this.playwright = playwright;
        this.browser = browser;
    }

    static Chromium start() {
        if (!Files.isExecutable(EXECUTABLE)) {
            throw new AssertionError(
                    "these tests need " + EXECUTABLE + ": apt-get install chromium, or leave the profile browser out");
        }
        Playwright playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        Browser browser = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(EXECUTABLE)
                        .setArgs(List.of(
                                "--no-sandbox",
                                "--disable-gpu",
                                "--disable-quic",
                                "--no-first-run",
                                "--disable-background-networking",
                                "--disable-component-update",
                                "--disable-sync")));
        return new Chromium(playwright, browser);
    }

    /** A visitor that nothing is known of yet. */
    BrowserContext visitor(Browser.NewContextOptions options) {
        BrowserContext context = browser.newContext(options);
        context.setDefaultTimeout(10_000);
        return context;
    }

    @Override
    public void close() {
        browser.close();
        playwright.close();
    }
}
