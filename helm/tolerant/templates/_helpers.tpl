{{- define "tolerant.name" -}}
{{- default .Chart.Name .Values.nameOverride -}}
{{- end -}}

{{- define "tolerant.fullname" -}}
{{- $name := include "tolerant.name" . -}}
{{- $full := .Values.fullnameOverride -}}
{{- if not $full -}}
{{- $full = contains $name .Release.Name | ternary .Release.Name (printf "%s-%s" .Release.Name $name) -}}
{{- end -}}
{{- $full = $full | trunc 40 | trimSuffix "-" -}}
{{- if not (regexMatch "^[a-z]([-a-z0-9]*[a-z0-9])?$" $full) -}}
{{- fail (printf "the objects would be named %s, and a Service's name begins with a letter and has only lower-case letters, digits and dashes: set fullnameOverride to a name that does" $full) -}}
{{- end -}}
{{- $full -}}
{{- end -}}

{{- define "tolerant.selectorLabels" -}}
app.kubernetes.io/name: {{ include "tolerant.name" . | quote }}
app.kubernetes.io/instance: {{ .Release.Name | quote }}
{{- end -}}

{{- /* Labels of the webhook's pods only: Services and budgets select by these, so they leave out the pod of helm test. */ -}}
{{- define "tolerant.podSelectorLabels" -}}
{{ include "tolerant.selectorLabels" . }}
app.kubernetes.io/component: webhook
{{- end -}}

{{- /* The chart's labels, which no value replaces, except the component, which each object sets itself. */ -}}
{{- define "tolerant.ownLabels" -}}
{{- $own := include "tolerant.selectorLabels" . | fromYaml -}}
{{- $_ := set $own "helm.sh/chart" (printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-") -}}
{{- $_ := set $own "app.kubernetes.io/version" .Chart.AppVersion -}}
{{- $_ := set $own "app.kubernetes.io/part-of" "tolerant" -}}
{{- $_ := set $own "app.kubernetes.io/managed-by" .Release.Service -}}
{{- toYaml $own -}}
{{- end -}}

{{- /*
The metadata of an object, whose namespace is quoted, or a namespace named 123 would be a number. The argument is a dict with root and
component, and where needed name (in place of the full name), cluster (true without a namespace), labels, which go before those of
commonLabels, and annotations.
*/ -}}
{{- define "tolerant.metadata" -}}
{{- $labels := include "tolerant.ownLabels" .root | fromYaml -}}
{{- $_ := set $labels "app.kubernetes.io/component" .component -}}
metadata:
  name: {{ default (include "tolerant.fullname" .root) .name }}
  {{- if not .cluster }}
  namespace: {{ .root.Release.Namespace | quote }}
  {{- end }}
  labels:
    {{- merge $labels (default dict .labels) (default dict .root.Values.commonLabels) | toYaml | nindent 4 }}
  {{- with .annotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end -}}

{{- /* repository@digest or repository:tag of the program's image. */ -}}
{{- define "tolerant.programImage" -}}
{{- if not .Values.image.repository -}}
{{- fail (printf "image.repository is required, because the project does not publish an image yet: build one with `./mvnw package -Dquarkus.package.jar.type=aot-jar` and `docker build -f src/main/docker/Dockerfile.jvm -t REGISTRY/tolerant:%s .`, push it, and set image.repository=REGISTRY/tolerant" .Chart.AppVersion) -}}
{{- end -}}
{{- if .Values.image.digest -}}
{{- printf "%s@%s" .Values.image.repository .Values.image.digest -}}
{{- else -}}
{{- printf "%s:%s" .Values.image.repository (default .Chart.AppVersion .Values.image.tag) -}}
{{- end -}}
{{- end -}}

{{- /* The securityContext of every container; it meets the restricted Pod Security Standard. */ -}}
{{- define "tolerant.securityContext" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: {drop: [ALL]}
{{- end -}}

{{- define "tolerant.builtIn" -}}
{{- if and .Values.webhook.enabled (eq .Values.certificates.mode "builtIn") -}}true{{- end -}}
{{- end -}}

{{- /* The name of the program's ServiceAccount, which no other pods should use: its rights would be theirs. */ -}}
{{- define "tolerant.serviceAccount" -}}
{{- $name := .Values.serviceAccount.name -}}
{{- if eq $name "default" -}}
{{- fail "serviceAccount.name is default, and so every pod of the namespace that names no other account would have the program's rights: name an account for the program alone" -}}
{{- end -}}
{{- if not (or $name .Values.serviceAccount.create) -}}
{{- fail "serviceAccount.create is false, but serviceAccount.name is empty: name the account that you have made, or set serviceAccount.create=true" -}}
{{- end -}}
{{- default (include "tolerant.fullname" .) $name -}}
{{- end -}}

{{- /* The program's username in the API. */ -}}
{{- define "tolerant.account" -}}
{{- printf "system:serviceaccount:%s:%s" .Release.Namespace (include "tolerant.serviceAccount" .) -}}
{{- end -}}

{{- /* keeper.mode: off, audit or enforce. YAML reads off without quotes as false. */ -}}
{{- define "tolerant.keeperMode" -}}
{{- default "off" .Values.keeper.mode -}}
{{- end -}}

{{- /* "true" if a keeper reads pods. */ -}}
{{- define "tolerant.keeper" -}}
{{- if ne (include "tolerant.keeperMode" .) "off" -}}true{{- end -}}
{{- end -}}

{{- /* "true" if the keeper changes pods, which audit mode forbids it. */ -}}
{{- define "tolerant.keeperPatches" -}}
{{- if and (eq (include "tolerant.keeperMode" .) "enforce") (ne .Values.settings.mode "audit") -}}true{{- end -}}
{{- end -}}

{{- /* The Lease that the leader holds. */ -}}
{{- define "tolerant.lease" -}}
{{- printf "%s-leader" (include "tolerant.fullname" .) -}}
{{- end -}}

{{- /* The names of the ValidatingAdmissionPolicies of this release, and of their bindings, as a JSON list; the program watches them. */ -}}
{{- define "tolerant.guardNames" -}}
{{- $names := list -}}
{{- if .Values.reservations.enabled -}}{{- $names = list "reservations" "toleration-count" "namespace-labels" "reservations-writer" -}}{{- end -}}
{{- if include "tolerant.builtIn" . -}}{{- $names = append $names "registration" -}}{{- end -}}
{{- if include "tolerant.keeperPatches" . -}}{{- $names = append $names "pods" -}}{{- end -}}
{{- if include "tolerant.injects" . -}}{{- $names = append $names "injections" -}}
{{- if ne .Values.settings.mode "audit" -}}{{- $names = append $names "injections-whitelists" -}}{{- end -}}{{- end -}}
{{- $full := list -}}
{{- range $names -}}{{- $full = append $full (printf "%s-%s" (include "tolerant.fullname" $) .) -}}{{- end -}}
{{- $full | toJson -}}
{{- end -}}

{{- /*
How each policy of the API server begins, up to the rest of its spec. It is a guard, and the API server refuses what it cannot judge, unless
the argument, a dict with root, name and component, has another kind or failurePolicy.
*/ -}}
{{- define "tolerant.guard" -}}
apiVersion: admissionregistration.k8s.io/v1
kind: {{ default "ValidatingAdmissionPolicy" .kind }}
{{ include "tolerant.metadata" (dict "root" .root "name" .name "component" .component "cluster" true) }}
spec:
  failurePolicy: {{ default "Fail" .failurePolicy }}
{{- end -}}

{{- /*
How a guard begins of what the program's own account may change, up to the second validation; the argument is that of tolerant.guard with
group, resource and what, the metadata in words.
*/ -}}
{{- define "tolerant.ownGuard" -}}
{{ include "tolerant.guard" . }}
  matchConstraints:
    resourceRules:
    - apiGroups: [{{ .group | quote }}]
      apiVersions: [v1]
      resources: [{{ .resource }}]
      operations: [UPDATE]
  matchConditions:
  - name: own-account
    expression: request.userInfo.username == {{ squote (include "tolerant.account" .root) }}
  validations:
  # An owner that does not exist would have the object collected.
  - expression: >-
      object.metadata.?labels == oldObject.metadata.?labels
      && object.metadata.?annotations == oldObject.metadata.?annotations
      && object.metadata.?ownerReferences == oldObject.metadata.?ownerReferences
      && object.metadata.?finalizers == oldObject.metadata.?finalizers
    message: Tolerant's service account must not change {{ .what }}
    reason: Forbidden
{{- end -}}

{{- /* How the binding of one begins; the argument is that of tolerant.guard with action, Deny or Audit, if it is a guard. */ -}}
{{- define "tolerant.guardBinding" -}}
apiVersion: admissionregistration.k8s.io/v1
kind: {{ default "ValidatingAdmissionPolicy" .kind }}Binding
{{ include "tolerant.metadata" (dict "root" .root "name" .name "component" .component "cluster" true) }}
spec:
  policyName: {{ .name }}
  {{- with .action }}
  validationActions: [{{ . }}]
  {{- end }}
{{- end -}}

{{- define "tolerant.certificateSecret" -}}
{{- if eq .Values.certificates.mode "existingSecret" -}}
{{- .Values.certificates.existingSecret.name -}}
{{- else -}}
{{- /* Two names, because the program and cert-manager cannot take over each other's Secret. */ -}}
{{- include "tolerant.fullname" . }}-{{ eq .Values.certificates.mode "builtIn" | ternary "certificate" "tls" }}
{{- end -}}
{{- end -}}

{{- /* The host name that the API server uses to call the Service. */ -}}
{{- define "tolerant.hostName" -}}
{{- printf "%s.%s.svc" (include "tolerant.fullname" .) .Release.Namespace -}}
{{- end -}}

{{- /* All host names of the Service, as a JSON list; the first is the one that the API server uses. */ -}}
{{- define "tolerant.hostNames" -}}
{{- $host := include "tolerant.hostName" . -}}
{{- $name := include "tolerant.fullname" . -}}
{{- list $host (printf "%s.cluster.local" $host) (printf "%s.%s" $name .Release.Namespace) $name | toJson -}}
{{- end -}}

{{- /* CEL: the effects that a toleration can have; the empty one is every effect. */ -}}
{{- define "tolerant.effects" -}}
['', 'NoSchedule', 'PreferNoSchedule', 'NoExecute']
{{- end -}}

{{- /* The longest list of tolerations that is judged, as PodFacts has it. */ -}}
{{- define "tolerant.maxTolerations" -}}
350
{{- end -}}
