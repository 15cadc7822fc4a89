{{- /* Not empty if the API server is to give pods by itself what it can; where that is asked for and it cannot, fails with a sentence. */ -}}
{{- define "tolerant.injects" -}}
{{- $served := .Capabilities.APIVersions.Has "admissionregistration.k8s.io/v1/MutatingAdmissionPolicy" -}}
{{- $known := or .Values.crds.enabled (.Capabilities.APIVersions.Has "tolerant.dev/v1alpha1/Injections") -}}
{{- if eq (toString .Values.injections.enabled) "auto" -}}
{{- if and $served $known -}}true{{- end -}}
{{- else if .Values.injections.enabled -}}
{{- if not (or $served (semverCompare ">=1.36.0-0" .Capabilities.KubeVersion.Version)) -}}
{{- fail (printf "injections.enabled is true, but an API server of Kubernetes %s does not serve MutatingAdmissionPolicy of admissionregistration.k8s.io/v1, as those of 1.36 do: set injections.enabled=auto (for helm template: --kube-version 1.36)" .Capabilities.KubeVersion.Version) -}}
{{- end -}}
{{- if not $known -}}
{{- fail "injections.enabled is true and crds.enabled is false, but the cluster does not know the kind Injections: apply the chart's files/injections.yaml first (for helm template: --api-versions tolerant.dev/v1alpha1/Injections)" -}}
{{- end -}}
true
{{- end -}}
{{- end -}}

{{- /*
CEL: whether the pod meets the criteria `c`. Its labels, and those of its namespace, its owner, its priority class and the resources that it
asks for are variables.
*/ -}}
{{- define "tolerant.meets" -}}
c.labels.all(l, l in variables.nsLabels && variables.nsLabels[l] == c.labels[l])
&& c.expressions.all(e,
e.operator == 'In' ? e.key in variables.nsLabels && variables.nsLabels[e.key] in e.values
: e.operator == 'NotIn' ? !(e.key in variables.nsLabels && variables.nsLabels[e.key] in e.values)
: e.operator == 'Exists' ? e.key in variables.nsLabels
: !(e.key in variables.nsLabels))
&& c.podLabels.all(l, l in variables.labels && variables.labels[l] == c.podLabels[l])
&& c.podExpressions.all(e,
e.operator == 'In' ? e.key in variables.labels && variables.labels[e.key] in e.values
: e.operator == 'NotIn' ? !(e.key in variables.labels && variables.labels[e.key] in e.values)
: e.operator == 'Exists' ? e.key in variables.labels
: !(e.key in variables.labels))
&& (c.ownerKinds.size() == 0 || variables.owner in c.ownerKinds)
&& (c.priorityClassNames.size() == 0 || variables.priorityClass in c.priorityClassNames)
&& (c.resources.size() == 0 || c.resources.exists(r, r in variables.asked))
{{- end -}}

{{- /* The pods of which the registration asks, up to the operations. */ -}}
{{- define "tolerant.registered" -}}
{{- include "tolerant.namespaceSelector" (dict "root" . "optOut" true) }}
{{- with include "tolerant.objectSelector" (dict "narrowed" .Values.webhook.objectSelector) }}
{{ . }}
{{- end }}
resourceRules:
- apiGroups: [""]
  apiVersions: [v1]
  resources: [pods]
{{- end -}}

{{- /* The variables that say what is known of a pod, and what matches it; the argument is CEL for whether the policy concerns the pod. */ -}}
{{- define "tolerant.podVariables" -}}
- name: nsLabels
  expression: "namespaceObject == null ? {} : namespaceObject.metadata.?labels.orValue({})"
- name: labels
  expression: object.metadata.?labels.orValue({})
- name: have
  expression: object.spec.?tolerations.orValue([])
# What the namespace's annotations give, if they do.
- name: annotated
  expression: "[?params.spec.namespaces[?request.namespace]]"
- name: acts
  expression: "params.spec.?form.orValue('') == '2' && {{ . }} && !variables.annotated.exists(a, a.left)"
- name: owners
  expression: >-
    object.metadata.?ownerReferences.orValue([]).filter(o, o.?controller.orValue(false)).map(o,
    (o.apiVersion.contains('/') ? o.apiVersion.split('/')[0] : '') + '/' + o.kind)
- name: owner
  expression: "!has(object.metadata.ownerReferences) || variables.owners.size() == 0 ? '' : variables.owners[0]"
- name: priorityClass
  expression: object.spec.?priorityClassName.orValue('')
- name: containers
  expression: "has(object.spec.initContainers) ? object.spec.containers + object.spec.initContainers : object.spec.containers"
- name: amounts
  expression: variables.containers.map(c, [?c.?resources.requests, ?c.?resources.limits]).flatten()
- name: podAmounts
  expression: "[object.spec.?resources.requests.orValue({}), object.spec.?resources.limits.orValue({})]"
# The resources that the pod asks for more than zero of.
- name: asked
  expression: >-
    (variables.amounts + variables.podAmounts).map(m, m.filter(k, {{ include "tolerant.positive" . }})).flatten().distinct()
- name: filed
  expression: >-
    params.spec.byNamespaceLabel.exists(l, l in variables.nsLabels) || params.spec.byPodLabel.exists(l, l in variables.labels)
    ? (params.spec.byNamespaceLabel.map(l, l in variables.nsLabels, params.spec.byNamespaceLabel[l][?variables.nsLabels[l]].orValue([]))
    + params.spec.byPodLabel.map(l, l in variables.labels, params.spec.byPodLabel[l][?variables.labels[l]].orValue([]))).flatten()
    + params.spec.always : params.spec.always
- name: matching
  expression: >-
    variables.filed.map(n, params.spec.policies[n]).filter(p, [p.match].exists(c, {{ include "tolerant.meets" . | nindent 4 | trim }})
    && !p.exclude.exists(c, {{ include "tolerant.meets" . | nindent 4 | trim }})
    && p.valuesFrom.all(l, variables.nsLabels[?l].orValue('') != ''))
# As the API server sees it, which has made requests of limits; a pod's own resources count in place of its containers'.
- name: bestEffort
  expression: >-
    has(object.spec.resources)
    ? !variables.podAmounts.exists(m, ['cpu', 'memory'].exists(k, k in m && {{ include "tolerant.positive" . }}))
    && !((variables.podAmounts[1].size() > 0 || variables.containers.exists(c, c.?resources.limits.orValue({}).exists(k,
    k.startsWith('hugepages-') && !(k in variables.podAmounts[0]))))
    && ['cpu', 'memory'].exists(k, !(k in variables.podAmounts[0]) && variables.containers.exists(c,
    [c.?resources.requests.orValue({})].exists(m, k in m ? {{ include "tolerant.positive" . }}
    : [c.?resources.limits.orValue({})].exists(m, k in m && {{ include "tolerant.positive" . }})))))
    : !variables.amounts.exists(m, ['cpu', 'memory'].exists(k, k in m && {{ include "tolerant.positive" . }}))
- name: extended
  expression: >-
    !params.spec.rules.extendedResources || !variables.amounts.exists(m, m.exists(k, k.contains('/'))) ? [] : variables.amounts.map(m, m.filter(k,
    {{ include "tolerant.isExtended" . | nindent 4 | trim }}
    && (params.spec.rules.countZero || {{ include "tolerant.positive" . }})
    && !params.spec.rules.ignored.exists(i, i.prefix ? k.startsWith(i.name) : k == i.name))).flatten().distinct().map(k, string(k)).sort()
- name: ofResources
  expression: >-
    variables.extended.map(k, [params.spec.rules.instead.filter(i, i.prefix ? k.startsWith(i.name) : k == i.name)].map(own,
    own.size() > 0 ? own[0].tolerations : '' in params.spec.rules.left || k in params.spec.rules.left ? []
    : [{'key': string(k), 'operator': 'Exists', 'value': '', 'effect': 'NoSchedule', 'seconds': ''}])[0]).flatten()
{{- end -}}

{{- /* CEL: the tolerations of policies and the namespace, as lists, in order; the argument has the policies. */ -}}
{{- define "tolerant.offered" -}}
{{ . }}.map(p, p.valuesFrom.size() == 0 ? p.tolerations : p.tolerations.map(t, t.from == '' ? t
: {'key': t.key, 'operator': 'Equal', 'value': variables.nsLabels[t.from], 'effect': t.effect, 'seconds': t.seconds}))
+ variables.annotated.map(a, a.tolerations)
{{- end -}}

{{- /* CEL: the key, operator and value of a toleration as one text, which is the key alone where any value does; the argument names it. */ -}}
{{- define "tolerant.mark" -}}
({{ . }}.?operator.orValue('') == 'Exists' ? {{ . }}.?key.orValue('') : {{ . }}.?key.orValue('') + ' '
+ ({{ . }}.?operator.orValue('') in ['', 'Equal'] ? '' : {{ . }}.operator + ' ') + {{ . }}.?value.orValue(''))
{{- end -}}

{{- /* CEL: whether the toleration `h` tolerates a failed node; the argument is the key of its taint. */ -}}
{{- define "tolerant.toleratesFailure" -}}
h.?key.orValue('{{ . }}') == '{{ . }}' && h.?effect.orValue('NoExecute') == 'NoExecute'
&& (h.?operator.orValue('Equal') == 'Exists' || h.?operator.orValue('Equal') == 'Equal' && h.?value.orValue('') == '')
{{- end -}}

{{- /* CEL: `h`, of what is offered, may tolerate a failed node, or stops DefaultTolerationSeconds from appending its own. */ -}}
{{- define "tolerant.isOfFailure" -}}
h.key in ['', 'node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable'] && h.effect in ['', 'NoExecute']
{{- end -}}

{{- /* CEL: whether `h` is what DefaultTolerationSeconds appends; the argument is a dict with key and seconds, an expression. */ -}}
{{- define "tolerant.isInjected" -}}
h.?key.orValue('') == '{{ .key }}' && h.?operator.orValue('') == 'Exists' && h.?value.orValue('') == ''
&& h.?effect.orValue('') == 'NoExecute' && has(h.tolerationSeconds) && h.tolerationSeconds == {{ .seconds }}
{{- end -}}

{{- /* CEL: `h` stops DefaultTolerationSeconds from appending its own, which compares nothing else; the argument is the key of its taint. */ -}}
{{- define "tolerant.suppresses" -}}
h.?key.orValue('{{ . }}') == '{{ . }}' && h.?effect.orValue('NoExecute') == 'NoExecute'
{{- end -}}

{{- /* CEL: the manager `m` owns tolerations. */ -}}
{{- define "tolerant.owns" -}}
'f:spec' in dyn(m).fieldsV1 && 'f:tolerations' in dyn(m).fieldsV1['f:spec']
{{- end -}}

{{- /* CEL: no client wrote tolerations. */ -}}
{{- define "tolerant.proven" -}}
object.metadata.?managedFields.orValue([]).size() > 0
&& object.metadata.managedFields.all(m, has(dyn(m).fieldsV1) && !({{ include "tolerant.owns" . }}))
{{- end -}}

{{- /* CEL: `k` is an extended resource. */ -}}
{{- define "tolerant.isExtended" -}}
k.contains('/') && !k.contains('kubernetes.io/') && !k.startsWith('requests.')
&& k.matches('^[a-z0-9]([-a-z0-9.]{0,242}[a-z0-9])?/([A-Za-z0-9][-A-Za-z0-9_.]{0,61})?[A-Za-z0-9]$')
{{- end -}}

{{- /* CEL: the fields of a toleration, exactly as they are written, but its seconds; the argument is the toleration. */ -}}
{{- define "tolerant.written" -}}
{{ . }}.?key.orValue('') + ' ' + {{ . }}.?operator.orValue('') + ' ' + {{ . }}.?value.orValue('') + ' ' + {{ . }}.?effect.orValue('')
{{- end -}}

{{- /* CEL: the amount `k` of `m` is more than zero. */ -}}
{{- define "tolerant.positive" -}}
quantity(string(m[k])).isGreaterThan(quantity('0'))
{{- end -}}

{{- define "tolerant.required" -}}
Object.spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution
{{- end -}}

{{- define "tolerant.preferred" -}}
Object.spec.affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution
{{- end -}}

{{- /* CEL: `r` of what nodes must have, as an object. */ -}}
{{- define "tolerant.requirement" -}}
{{ include "tolerant.required" . }}.nodeSelectorTerms.matchExpressions{key: string(r.key), operator: string(r.operator), values: r.values}
{{- end -}}

{{- /* CEL: the required part with one new term. */ -}}
{{- define "tolerant.newTerm" -}}
{{ include "tolerant.required" . }}{nodeSelectorTerms: [{{ include "tolerant.required" . }}.nodeSelectorTerms{matchExpressions:
variables.must.map(r, {{ include "tolerant.requirement" . }})}]}
{{- end -}}

{{- /* CEL: `w` of what nodes should have, as an object. */ -}}
{{- define "tolerant.preference" -}}
{{ include "tolerant.preferred" . }}{weight: int(w.weight), preference: {{ include "tolerant.preferred" . }}.preference{matchExpressions:
w.requirements.map(r, {{ include "tolerant.preferred" . }}.preference.matchExpressions{key: string(r.key), operator: string(r.operator), values: r.values})}}
{{- end -}}
