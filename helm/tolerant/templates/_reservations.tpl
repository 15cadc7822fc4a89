{{- /*
Not empty if the guard is installed. Without its parameters' kind the API server would refuse every pod that it selects.
*/ -}}
{{- define "tolerant.guards" -}}
{{- if and .Values.reservations.enabled (or .Values.crds.enabled (.Capabilities.APIVersions.Has "tolerant.dev/v1alpha1/Reservations")) -}}
true
{{- end -}}
{{- end -}}

{{- /* CEL: whether a namespace is inside the policy `policy`. The argument is the expression of the namespace's labels. */ -}}
{{- define "tolerant.inside" -}}
policy.labels.all(l, l in {{ . }} && {{ . }}[l] == policy.labels[l])
&& policy.expressions.all(e,
e.operator == 'In' ? e.key in {{ . }} && {{ . }}[e.key] in e.values
: e.operator == 'NotIn' ? !(e.key in {{ . }} && {{ . }}[e.key] in e.values)
: e.operator == 'Exists' ? e.key in {{ . }}
: !(e.key in {{ . }}))
{{- end -}}

{{- /* CEL: whether the policy `policy` exempts the pod. */ -}}
{{- define "tolerant.exempt" -}}
request.namespace in policy.exempt.namespaces
|| request.userInfo.username in policy.exempt.users
|| variables.account in policy.exempt.serviceAccounts
|| variables.everyAccount in policy.exempt.serviceAccounts
|| policy.exempt.groups.exists(g, g in variables.groups)
{{- end -}}
