{{- /* Selects the series of this release; Prometheus names the job after the Service. */ -}}
{{- define "tolerant.series" -}}
namespace="{{ .Release.Namespace }}",job="{{ include "tolerant.fullname" . }}-metrics"
{{- end -}}
