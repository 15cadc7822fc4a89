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
