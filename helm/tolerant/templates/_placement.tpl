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
topologySpreadConstraints:
{{- with .Values.topologySpreadConstraints }}
{{ toYaml . }}
{{- else }}
{{- range list "kubernetes.io/hostname" "topology.kubernetes.io/zone" }}
- topologyKey: {{ . }}
  maxSkew: 1
  whenUnsatisfiable: ScheduleAnyway
  labelSelector:
    matchLabels:
      {{- include "tolerant.podSelectorLabels" $ | nindent 6 }}
  # In a rollout, count only pods of the new version.
  matchLabelKeys: [pod-template-hash]
{{- end }}
{{- end }}
affinity:
  {{- if .Values.affinity }}
  {{- toYaml .Values.affinity | nindent 2 }}
  {{- else }}
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
