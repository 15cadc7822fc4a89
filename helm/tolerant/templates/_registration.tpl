{{- /* What all entries have in common: a dict with root, path, failurePolicy and timeoutSeconds. */ -}}
{{- define "tolerant.entry" -}}
admissionReviewVersions: [v1]
sideEffects: None
matchPolicy: Equivalent
{{- /* Audit refuses nothing, also while the webhook cannot be reached. */}}
failurePolicy: {{ eq .root.Values.settings.mode "audit" | ternary "Ignore" .failurePolicy }}
timeoutSeconds: {{ .timeoutSeconds }}
clientConfig:
  {{- if .root.Values.webhook.url }}
  url: {{ printf "%s%s" (trimSuffix "/" .root.Values.webhook.url) .path | quote }}
  caBundle: {{ .root.Values.webhook.caBundle }}
  {{- else }}
  service:
    name: {{ include "tolerant.fullname" .root }}
    namespace: {{ .root.Release.Namespace | quote }}
    path: {{ .path }}
    port: 443
  {{- /* Never for builtIn, where the program writes it, nor for certManager, which injects it. */}}
  {{- if eq .root.Values.certificates.mode "existingSecret" }}
  {{- with .root.Values.certificates.existingSecret.caBundle }}
  caBundle: {{ . }}
  {{- end }}
  {{- end }}
  {{- end }}
{{- end -}}

{{- define "tolerant.registrationAnnotations" -}}
{{- $annotations := deepCopy .Values.webhook.annotations -}}
{{- if include "tolerant.certManager" . -}}
{{- $_ := set $annotations "cert-manager.io/inject-ca-from" (printf "%s/%s" .Release.Namespace (include "tolerant.fullname" .)) -}}
{{- else if and (include "tolerant.deployed" .) (eq .Values.certificates.mode "existingSecret") -}}
{{- with .Values.certificates.existingSecret.injectCaFrom -}}
{{- $_ := set $annotations "cert-manager.io/inject-ca-from" . -}}
{{- end -}}
{{- end -}}
{{- if .Values.webhook.disableAksAdmissionsEnforcer -}}
{{- $_ := set $annotations "admissions.enforcer/disabled" "true" -}}
{{- end -}}
{{- with $annotations -}}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end -}}
{{- end -}}

{{- /*
A namespaceSelector: a dict with root, narrowed (a selector of the user's) and optOut. All expressions have to hold, so
what the user adds can only narrow: kube-system and the release's own namespace, whose pods must start without their
own webhook, cannot be had back.
*/ -}}
{{- define "tolerant.namespaceSelector" -}}
{{- $narrowed := default dict .narrowed -}}
namespaceSelector:
  {{- with $narrowed.matchLabels }}
  matchLabels:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  matchExpressions:
  - key: kubernetes.io/metadata.name
    operator: NotIn
    values:
    {{- range concat (list "kube-system" .root.Release.Namespace) (default list .root.Values.webhook.excludedNamespaces) | uniq }}
    - {{ . | quote }}
    {{- end }}
  {{- if .optOut }}
  {{- include "tolerant.optOut" . | nindent 2 }}
  {{- end }}
  {{- with $narrowed.matchExpressions }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end -}}

{{- define "tolerant.optOut" -}}
- key: tolerant.dev/inject
  operator: NotIn
  values: ["false"]
{{- end -}}

{{- /* A static pod's mirror has to stay as its kubelet wrote it; an annotation alone exempts nobody. */ -}}
{{- define "tolerant.notMirrorPod" -}}
- name: not-a-mirror-pod
  expression: >-
    !(has(object.metadata.annotations)
    && 'kubernetes.io/config.mirror' in object.metadata.annotations
    && has(request.userInfo.groups) && 'system:nodes' in request.userInfo.groups
    && request.userInfo.username.startsWith('system:node:'))
{{- end -}}

{{- /* Whether an update changes a field of the spec, in CEL; the argument is the field's name. */ -}}
{{- define "tolerant.changed" -}}
has(object.spec.{{ . }}) != has(oldObject.spec.{{ . }})
|| (has(object.spec.{{ . }}) && object.spec.{{ . }} != oldObject.spec.{{ . }})
{{- end -}}

{{- define "tolerant.rule" -}}
rules:
- apiGroups: [{{ .group | quote }}]
  apiVersions: [v1]
  resources: [{{ .resource }}]
  operations: {{ .operations }}
  scope: Namespaced
{{- end -}}
