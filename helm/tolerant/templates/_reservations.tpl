{{- /* The namespaces of which the guard judges the pods. */ -}}
{{- define "tolerant.guarded" -}}
namespaceSelector:
  matchExpressions:
  - key: kubernetes.io/metadata.name
    operator: NotIn
    values:
    {{- range concat (list "kube-system" .Release.Namespace) (default list .Values.reservations.exemptNamespaces) | uniq }}
    - {{ . | quote }}
    {{- end }}
resourceRules:
- apiGroups: [""]
  apiVersions: [v1]
  resources: [pods]
  operations: [CREATE, UPDATE]
{{- end -}}

{{- /* The match condition that leaves a kubelet's own report of a static pod alone. */ -}}
{{- define "tolerant.noMirrorPod" -}}
name: no-mirror-pod-of-a-kubelet
expression: >-
  !('kubernetes.io/config.mirror' in object.metadata.?annotations.orValue({})
  && request.userInfo.username.startsWith('system:node:')
  && 'system:nodes' in request.userInfo.?groups.orValue([]))
{{- end -}}

{{- /* CEL: the lines of the policy with the number `.`, an expression. */ -}}
{{- define "tolerant.policyLines" -}}
variables.annotations['policies.tolerant.dev/p' + {{ . }}].split('\n')
{{- end -}}

{{- /* CEL: whether a namespace is inside the policy of the lines `policy`. The argument is the expression of the namespace's labels. */ -}}
{{- define "tolerant.inside" -}}
policy.all(a, [a.split(' ')].exists(f,
f[0] == 'label' || f[0] == 'In' ? f[1] in {{ . }} && {{ . }}[f[1]] in f[2].split(',')
: f[0] == 'NotIn' ? !(f[1] in {{ . }} && {{ . }}[f[1]] in f[2].split(','))
: f[0] == 'Exists' ? f[1] in {{ . }}
: f[0] == 'DoesNotExist' ? !(f[1] in {{ . }})
: true))
{{- end -}}

{{- /* CEL: the values, each after =, that a label opens to the namespace alone of the taint with the line `r`. */ -}}
{{- define "tolerant.ownValues" -}}
r[3].split(',').map(o, o.split(';')).filter(p, p.size() == 2 && p[1] in variables.labels && variables.labels[p[1]] != ''
&& [{{ include "tolerant.policyLines" "p[0]" }}].exists(policy,
{{ include "tolerant.inside" "variables.labels" }})).map(p, '=' + variables.labels[p[1]])
{{- end -}}

{{- /* CEL: the toleration `t`, seconds aside. */ -}}
{{- define "tolerant.tolerationText" -}}
t.?key.orValue('') + ' ' + t.?operator.orValue('Equal') + ' ' + t.?value.orValue('') + ' ' + t.?effect.orValue('')
{{- end -}}
