{{- /* What all webhooks have in common; the argument is a dict with root and failurePolicy. */ -}}
{{- define "tolerant.entry" -}}
admissionReviewVersions: [v1]
sideEffects: None
matchPolicy: Equivalent
failurePolicy: {{ include "tolerant.failurePolicy" . }}
reinvocationPolicy: IfNeeded
timeoutSeconds: {{ .root.Values.webhook.timeoutSeconds }}
clientConfig:
  service:
    name: {{ include "tolerant.fullname" .root }}
    namespace: {{ .root.Release.Namespace | quote }}
    path: /mutate
    port: 443
  {{- /* Not for builtIn, where the program writes it, nor for certManager, where cert-manager injects it. */}}
  {{- if eq .root.Values.certificates.mode "existingSecret" }}
  caBundle: {{ .root.Values.certificates.existingSecret.caBundle }}
  {{- end }}
{{- end -}}

{{- /* Audit mode must not refuse pods, even if the API server cannot reach the webhook. */ -}}
{{- define "tolerant.failurePolicy" -}}
{{- eq .root.Values.settings.mode "audit" | ternary "Ignore" .failurePolicy -}}
{{- end -}}

{{- /*
A namespaceSelector; the argument is a dict with root and optOut, and kubeSystem (true to select kube-system alone). A namespace has to
match all expressions, so the user can only narrow the selection. The user cannot include kube-system or the release's own
namespace, because the webhook's pods must start without the webhook.
*/ -}}
{{- define "tolerant.namespaceSelector" -}}
{{- $narrowed := empty .kubeSystem | ternary .root.Values.webhook.namespaceSelector dict | default dict -}}
namespaceSelector:
  {{- with $narrowed.matchLabels }}
  matchLabels:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  matchExpressions:
  - key: kubernetes.io/metadata.name
    {{- if .kubeSystem }}
    operator: In
    values: [kube-system]
    {{- else }}
    operator: NotIn
    values:
    {{- range concat (list "kube-system" .root.Release.Namespace) (default list .root.Values.webhook.excludedNamespaces) | uniq }}
    - {{ . | quote }}
    {{- end }}
    {{- end }}
  {{- if .optOut }}
  - key: tolerant.dev/inject
    operator: NotIn
    values: ["false"]
  {{- end }}
  {{- with $narrowed.matchExpressions }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end -}}

{{- /*
An objectSelector, if the user gives one. It does not leave out pods that opt out by their label: that stops additions, and not the
whitelist of their namespace.
*/ -}}
{{- define "tolerant.objectSelector" -}}
{{- $narrowed := default dict .narrowed -}}
{{- if or $narrowed.matchExpressions $narrowed.matchLabels -}}
objectSelector:
  {{- with $narrowed.matchLabels }}
  matchLabels:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $narrowed.matchExpressions }}
  matchExpressions:
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end -}}
{{- end -}}

{{- /*
With failurePolicy Fail, keeps mirror pods admitted while the API server cannot reach the webhook; nothing otherwise, because the
program leaves mirror pods alone itself, and the API server evaluates the condition for every pod. Anyone can set the annotation,
so the user has to be a node too. The argument is that of tolerant.entry.
*/ -}}
{{- define "tolerant.notMirrorPod" -}}
{{- if eq (include "tolerant.failurePolicy" .) "Fail" -}}
- name: not-a-mirror-pod
  expression: >-
    !(has(object.metadata.annotations)
    && 'kubernetes.io/config.mirror' in object.metadata.annotations
    && has(request.userInfo.groups) && 'system:nodes' in request.userInfo.groups
    && request.userInfo.username.startsWith('system:node:'))
{{- end -}}
{{- end -}}

{{- /* A CEL expression: whether an update changes a field of the spec; the argument is the field's name. */ -}}
{{- define "tolerant.changed" -}}
has(object.spec.{{ . }}) != has(oldObject.spec.{{ . }})
|| (has(object.spec.{{ . }}) && object.spec.{{ . }} != oldObject.spec.{{ . }})
{{- end -}}

{{- /*
A CEL expression: whether an update changes what the program gave the pod. Of lists that are too long to be judged only the sizes are compared.
*/ -}}
{{- define "tolerant.schedulingChanged" -}}
(has(object.spec.tolerations) && object.spec.tolerations.size() > {{ include "tolerant.maxTolerations" . }}
? !has(oldObject.spec.tolerations) || object.spec.tolerations.size() != oldObject.spec.tolerations.size()
: {{ include "tolerant.changed" "tolerations" }})
|| {{ include "tolerant.changed" "affinity" }}
{{- end -}}

{{- /* matchConditions, if there are any: the argument is that of tolerant.entry with own, the webhook's own conditions. */ -}}
{{- define "tolerant.matchConditions" -}}
{{- $conditions := concat (include "tolerant.notMirrorPod" . | fromYamlArray) (default list .own) -}}
{{- with $conditions -}}
matchConditions:
{{ toYaml . }}
{{- end -}}
{{- end -}}

{{- define "tolerant.rule" -}}
rules:
- apiGroups: [{{ .group | quote }}]
  apiVersions: [v1]
  resources: [{{ .resource }}]
  operations: {{ .operations }}
  scope: Namespaced
{{- end -}}
