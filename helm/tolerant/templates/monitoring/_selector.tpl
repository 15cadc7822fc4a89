{{- /* What finds the release's own series: Prometheus names a job after its Service. */ -}}
{{- define "tolerant.series" -}}
namespace="{{ .Release.Namespace }}",job="{{ include "tolerant.fullname" . }}-metrics"
{{- end -}}
