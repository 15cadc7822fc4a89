{{- define "tolerant.fullname" -}}
{{- $name := default .Chart.Name .Values.nameOverride -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 40 | trimSuffix "-" -}}
{{- else if contains $name .Release.Name -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name $name | trunc 40 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "tolerant.selectorLabels" -}}
app.kubernetes.io/name: {{ default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" }}
app.kubernetes.io/instance: {{ .Release.Name | quote }}
{{- end -}}

{{- /* The pods' own: Services and budgets select these, so that the pod of helm test is not among them. */ -}}
{{- define "tolerant.podSelectorLabels" -}}
{{ include "tolerant.selectorLabels" . }}
app.kubernetes.io/component: webhook
{{- end -}}

{{- /* All but the component, which each object names itself. */ -}}
{{- define "tolerant.labels" -}}
{{- $own := include "tolerant.selectorLabels" . | fromYaml -}}
{{- $_ := set $own "helm.sh/chart" (printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-") -}}
{{- $_ := set $own "app.kubernetes.io/version" .Chart.AppVersion -}}
{{- $_ := set $own "app.kubernetes.io/part-of" "tolerant" -}}
{{- $_ := set $own "app.kubernetes.io/managed-by" .Release.Service -}}
{{- merge $own (omit .Values.commonLabels "app.kubernetes.io/component") | toYaml -}}
{{- end -}}

{{- /* Without the chart's version: a new chart alone restarts no pod. */ -}}
{{- define "tolerant.podLabels" -}}
{{- $own := include "tolerant.podSelectorLabels" . | fromYaml -}}
{{- merge $own (deepCopy .Values.podLabels) (deepCopy .Values.commonLabels) | toYaml -}}
{{- end -}}

{{- define "tolerant.serviceAccountName" -}}
{{- if .Values.serviceAccount.create -}}
{{- default (include "tolerant.fullname" .) .Values.serviceAccount.name -}}
{{- else -}}
{{- default "default" .Values.serviceAccount.name -}}
{{- end -}}
{{- end -}}

{{- /* repository@digest or repository:tag, of a dict with image and tag. */ -}}
{{- define "tolerant.image" -}}
{{- if .image.digest -}}
{{- printf "%s@%s" .image.repository .image.digest -}}
{{- else -}}
{{- printf "%s:%s" .image.repository (default .tag .image.tag) -}}
{{- end -}}
{{- end -}}

{{- /* "true" where the program runs in this cluster, and is not registered by URL alone. */ -}}
{{- define "tolerant.deployed" -}}
{{- if not .Values.webhook.url -}}true{{- end -}}
{{- end -}}

{{- define "tolerant.builtIn" -}}
{{- if and (include "tolerant.deployed" .) (eq .Values.certificates.mode "builtIn") -}}true{{- end -}}
{{- end -}}

{{- define "tolerant.certManager" -}}
{{- if and (include "tolerant.deployed" .) (eq .Values.certificates.mode "certManager") -}}true{{- end -}}
{{- end -}}

{{- /* "true" where the program calls the API server at all: otherwise it gets no token. */ -}}
{{- define "tolerant.callsApi" -}}
{{- if or (include "tolerant.builtIn" .) (eq .Values.policies.source "cluster") -}}true{{- end -}}
{{- end -}}

{{- define "tolerant.certificateSecret" -}}
{{- if eq .Values.certificates.mode "existingSecret" -}}
{{- .Values.certificates.existingSecret.name -}}
{{- else -}}
{{- /* Of two names, because neither can take over the other's Secret. */ -}}
{{- include "tolerant.fullname" . }}-{{ eq .Values.certificates.mode "builtIn" | ternary "certificate" "tls" }}
{{- end -}}
{{- end -}}

{{- /* The name that the API server calls a Service by. */ -}}
{{- define "tolerant.hostName" -}}
{{- printf "%s.%s.svc" (include "tolerant.fullname" .) .Release.Namespace -}}
{{- end -}}

{{- /* All names of the Service, as a list in JSON, the one that the API server calls first. */ -}}
{{- define "tolerant.hostNames" -}}
{{- $host := include "tolerant.hostName" . -}}
{{- $name := include "tolerant.fullname" . -}}
{{- list $host (printf "%s.%s" $host .Values.clusterDomain) (printf "%s.%s" $name .Release.Namespace) $name | toJson -}}
{{- end -}}
