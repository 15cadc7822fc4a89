{{- /* How Prometheus scrapes a pod; the argument is a dict with monitor (the values of a ServiceMonitor or PodMonitor) and relabelings. */ -}}
{{- define "tolerant.scrape" -}}
port: management
path: /q/metrics
interval: {{ .monitor.interval }}
{{- with .monitor.scrapeTimeout }}
scrapeTimeout: {{ . }}
{{- end }}
{{- if .monitor.honorLabels }}
honorLabels: true
{{- end }}
{{- with .relabelings }}
relabelings:
{{- toYaml . | nindent 0 }}
{{- end }}
{{- with .monitor.metricRelabelings }}
metricRelabelings:
{{- toYaml . | nindent 0 }}
{{- end }}
{{- end -}}
