{{- /* A number from the values as an integer: Helm holds numbers as floating point, and would print 1e+06. */ -}}
{{- define "tolerant.number" -}}
{{- if kindIs "string" . -}}{{ . }}{{- else -}}{{ int64 . }}{{- end -}}
{{- end -}}

{{- /* All properties of the program, as a JSON object; extraProperties overrides the others. */ -}}
{{- define "tolerant.properties" -}}
{{- $rules := .Values.settings.rules -}}
{{- $properties := dict
  "tolerant.mode" .Values.settings.mode
  "tolerant.comparison-operators" .Values.settings.comparisonOperators
  "tolerant.pods-opt-out" .Values.settings.podsOptOut
  "tolerant.rules.node-failure.enabled" $rules.nodeFailure.enabled
  "tolerant.rules.node-failure.not-ready" (include "tolerant.number" $rules.nodeFailure.notReady)
  "tolerant.rules.node-failure.unreachable" (include "tolerant.number" $rules.nodeFailure.unreachable)
  "tolerant.rules.node-failure.api-server-not-ready" (include "tolerant.number" $rules.nodeFailure.apiServerNotReady)
  "tolerant.rules.node-failure.api-server-unreachable" (include "tolerant.number" $rules.nodeFailure.apiServerUnreachable)
  "tolerant.rules.node-failure.override" $rules.nodeFailure.override
  "tolerant.rules.daemon-set.enabled" $rules.daemonSet.enabled
  "tolerant.rules.daemon-set.seconds" (include "tolerant.number" $rules.daemonSet.seconds)
  "tolerant.rules.memory-pressure.enabled" $rules.memoryPressure.enabled
  "tolerant.rules.extended-resources.enabled" $rules.extendedResources.enabled
  "tolerant.rules.extended-resources.count-zero" $rules.extendedResources.countZero
  "tolerant.rules.extended-resources.ignore" (join "," $rules.extendedResources.ignore)
  "tolerant.rules.namespace-annotations.enabled" $rules.namespaceAnnotations.enabled
  "tolerant.rules.namespace-annotations.api-server-enforces" $rules.namespaceAnnotations.apiServerEnforces
  "tolerant.webhook.enabled" .Values.webhook.enabled
  "tolerant.lease" (include "tolerant.lease" .)
  "tolerant.policies.source" "cluster"
  "tolerant.reservations.enabled" .Values.reservations.enabled
  "tolerant.reservations.exempt-namespaces" (join "," (append (default list .Values.reservations.exemptNamespaces) .Release.Namespace))
  "tolerant.injections.enabled" (include "tolerant.injects" . | empty | not)
  "tolerant.guards" (include "tolerant.guardNames" . | fromJsonArray | join ",")
  "tolerant.keeper.mode" (include "tolerant.keeperMode" .)
  "tolerant.keeper.account" (include "tolerant.keeper" . | empty | ternary "" (include "tolerant.account" .))
  "tolerant.keeper.patches-per-second" (include "tolerant.number" .Values.keeper.patchesPerSecond)
  "quarkus.http.insecure-requests" "disabled"
  "quarkus.http.ssl-port" (include "tolerant.number" .Values.ports.https)
  "quarkus.management.port" (include "tolerant.number" .Values.ports.management)
  "quarkus.shutdown.delay" "10s"
  "quarkus.shutdown.timeout" "5s"
  "quarkus.log.console.json.enabled" true
  "quarkus.log.category.\"dev.tolerant\".level" .Values.log.level
-}}
{{- if not .Values.webhook.enabled -}}
{{- $selectors := merge (include "tolerant.namespaceSelector" (dict "root" . "optOut" true) | fromYaml) (include "tolerant.objectSelector" (dict "narrowed" .Values.webhook.objectSelector) | fromYaml) -}}
{{- $_ := set $properties "tolerant.webhook.namespace-selector" (toJson $selectors.namespaceSelector) -}}
{{- with $selectors.objectSelector -}}{{- $_ := set $properties "tolerant.webhook.object-selector" (toJson .) -}}{{- end -}}
{{- end -}}
{{- range $resource, $taints := $rules.extendedResources.taints -}}
{{- $_ := set $properties (printf "tolerant.rules.extended-resources.taints.%q" $resource) (join "," $taints) -}}
{{- end -}}
{{- $properties = merge $properties (include "tolerant.certificateProperties" . | fromJson) -}}
{{- mergeOverwrite $properties (default dict .Values.settings.extraProperties) | toJson -}}
{{- end -}}

{{- define "tolerant.certificateProperties" -}}
{{- if not .Values.webhook.enabled -}}
{{- dict "tolerant.certificate.mode" "none" "quarkus.http.host-enabled" false | toJson -}}
{{- else if eq .Values.certificates.mode "builtIn" -}}
{{- dict
  "tolerant.certificate.mode" "built-in"
  "tolerant.certificate.host-names" (include "tolerant.hostNames" . | fromJsonArray | join ",")
  "tolerant.certificate.namespace" .Release.Namespace
  "tolerant.certificate.secret" (include "tolerant.certificateSecret" .)
  "tolerant.certificate.mutating-webhook-configuration" (include "tolerant.fullname" .)
  "quarkus.http.tls-configuration-name" "webhook"
| toJson -}}
{{- else -}}
{{- /* Only the host name that the API server uses: the user's certificate need not have the others. */ -}}
{{- dict
  "tolerant.certificate.mode" "mounted"
  "tolerant.certificate.host-names" (include "tolerant.hostName" .)
  "tolerant.certificate.directory" "/etc/tolerant/certificate"
  "quarkus.http.tls-configuration-name" "webhook"
| toJson -}}
{{- end -}}
{{- end -}}

{{- /* Formats a map as a .properties file in UTF-8. */ -}}
{{- define "tolerant.propertiesFile" -}}
{{- range $name, $value := . }}
{{- $key := $name | replace "\\" "\\\\" | replace " " "\\ " | replace ":" "\\:" | replace "=" "\\=" | replace "#" "\\#" | replace "!" "\\!" }}
{{- $text := include "tolerant.text" $value | replace "\\" "\\\\" | replace "\r" "\\r" | replace "\n" "\\n" | replace "\t" "\\t" }}
{{- if hasPrefix " " $text }}{{ $text = printf "\\%s" $text }}{{ end }}
{{ $key }}={{ $text }}
{{- end }}
{{- end -}}

{{- define "tolerant.text" -}}
{{- if kindIs "float64" . -}}{{- if eq . (floor .) -}}{{ int64 . }}{{- else -}}{{ . }}{{- end -}}{{- else -}}{{ toString . }}{{- end -}}
{{- end -}}
