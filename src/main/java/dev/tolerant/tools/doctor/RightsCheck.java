package dev.tolerant.tools.doctor;

import dev.tolerant.tools.doctor.ClusterApi.ApiAnswer;
import java.util.ArrayList;
import java.util.List;

/** Whether the program's account may do what its settings need. */
final class RightsCheck {
    private static final String PATH = "/apis/authorization.k8s.io/v1/subjectaccessreviews";

    private RightsCheck() {}

    static Check check() {
        return new Check(Heading.RELEASE, "rights", "rights", RightsCheck::find);
    }

    private static Finding find(Patient patient) throws UnansweredException {
        ClusterApi cluster = patient.live();
        Release release = Release.of(patient);
        List<Right> rights = Right.of(patient.view().config(), release.namespace());
        if (rights.isEmpty()) {
            return Finding.passed("the program does not call the API with these settings");
        }
        List<String> missing = new ArrayList<>();
        for (Right right : rights) {
            ApiAnswer answer = cluster.post(PATH, right.review(release.account(), release.namespace()));
            if (answer.isRefusal()) {
                throw new UnansweredException("you may not ask what others may do, which needs create of"
                        + " subjectaccessreviews.authorization.k8s.io: " + answer.message());
            }
            if (!answer.object().at("/status/allowed").asBoolean()) {
                missing.add(right.title());
            }
        }
        return missing.isEmpty()
                ? Finding.passed(release.account() + " has all " + rights.size() + " rights that its settings need")
                : Finding.failed(
                                release.account() + " lacks " + missing.size() + " of " + rights.size()
                                        + " rights that its settings need",
                                "set rbac.create=true in the chart's values, or grant what templates/rbac.yaml grants")
                        .with(missing);
    }
}
