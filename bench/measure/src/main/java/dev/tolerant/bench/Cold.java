package dev.tolerant.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Measures what the program is when the traffic comes: the first minute of each of its starts. */
record Cold(List<Case> cases, ColdStart.Plan plan, int pictureSeconds) implements Measurement {
    private static final int BIN_MILLIS = 500;

    /**
     * The program with a JVM.
     *
     * @param starts how often it is started
     * @param only whether only the rates are of interest: no tail, no picture
     */
    record Case(Launch launch, int starts, boolean only) {}

    @Override
    public String title() {
        return "the first reviews after ready; starts: "
                + String.join(
                        ", ",
                        cases.stream()
                                .map(one -> one.starts() + " of " + one.launch().name())
                                .toList());
    }

    @Override
    public double seconds() {
        double seconds = 0;
        for (Case one : cases) {
            seconds += one.starts() * (one.only() ? plan.seconds() : plan.secondsWithTails());
            seconds += one.only() ? 0 : Launch.SECONDS + pictureSeconds;
        }
        return seconds;
    }

    @Override
    public void run(Report report) throws IOException, InterruptedException {
        List<RatePicture.Curve> curves = new ArrayList<>();
        for (Case one : cases) {
            String name = one.launch().name();
            ColdRow row = ColdRow.of(name, plan);
            for (int start = 1; start <= one.starts(); start++) {
                ColdStart seen = one.only() ? plan.rates(one.launch()) : plan.all(one.launch());
                row = row.and(seen);
                report.update(row);
                report.say("start " + start + " of " + one.starts() + " of " + name + ": " + seen.text());
            }
            report.add(row);
            if (!one.only()) {
                report.say(name + ": its first " + pictureSeconds + " s under load, for the picture");
                curves.add(new RatePicture.Curve(name, firstSeconds(one.launch())));
                report.picture("cold.svg", new RatePicture(curves, BIN_MILLIS).svg());
            }
        }
    }

    private double[] firstSeconds(Launch launch) throws IOException, InterruptedException {
        try (Server server = launch.start()) {
            long ready = System.currentTimeMillis() * 1000;
            List<Answer> answers = new Load(server.url(), BenchReview.file("small")).during(pictureSeconds);
            return new Timeline(ready, BIN_MILLIS, pictureSeconds * 1000 / BIN_MILLIS).perSecond(answers);
        }
    }
}
