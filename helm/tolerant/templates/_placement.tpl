{{- /* Where the pods run: on different nodes and in different zones, if possible. */ -}}
{{- define "tolerant.placement" -}}
{{- with .Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- $spread := list }}
{{- if .Values.spread.nodes }}{{ $spread = append $spread "kubernetes.io/hostname" }}{{ end }}
{{- if .Values.spread.zones }}{{ $spread = append $spread "topology.kubernetes.io/zone" }}{{ end }}
{{- if or $spread .Values.topologySpreadConstraints }}
topologySpreadConstraints:
{{- range $spread }}
- topologyKey: {{ . }}
  maxSkew: 1
  whenUnsatisfiable: ScheduleAnyway
  labelSelector:
    matchLabels:
      {{- include "tolerant.podSelectorLabels" $ | nindent 6 }}
  # In a rollout, count only pods of the new version.
  matchLabelKeys: [pod-template-hash]
{{- end }}
{{- with .Values.topologySpreadConstraints }}
{{ toYaml . }}
{{- end }}
{{- end }}
{{- if .Values.affinity }}
affinity:
  {{- toYaml .Values.affinity | nindent 2 }}
{{- else if .Values.spread.nodes }}
affinity:
  podAntiAffinity:
    preferredDuringSchedulingIgnoredDuringExecution:
    - weight: 100
      podAffinityTerm:
        topologyKey: kubernetes.io/hostname
        labelSelector:
          matchLabels:
            {{- include "tolerant.podSelectorLabels" . | nindent 12 }}
{{- end }}
{{- end -}}

{{- /* A probe of the values, which asks for the program's health unless it names another way; the argument is a dict with probe and path. */ -}}
{{- define "tolerant.probe" -}}
{{- $probe := .probe -}}
{{- if not (or $probe.httpGet $probe.exec $probe.tcpSocket $probe.grpc) -}}
{{- $probe = merge (dict "httpGet" (dict "path" (printf "/q/health/%s" .path) "port" "management")) $probe -}}
{{- end -}}
{{- toYaml $probe -}}
{{- end -}}
