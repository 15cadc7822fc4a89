{{- /* Selects the series of this release; the PodMonitor names the job after the metrics Service. */ -}}
{{- define "tolerant.series" -}}
namespace="{{ .Release.Namespace }}",job="{{ include "tolerant.fullname" . }}-metrics"
{{- end -}}
