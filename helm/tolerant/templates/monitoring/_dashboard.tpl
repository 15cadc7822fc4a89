{{- /* The dashboard that shows what files/dashboard.yaml says, as YAML. */ -}}
{{- define "tolerant.dashboard" -}}
{{- $shown := .Files.Get "files/dashboard.yaml" | replace "CLUSTER" .Values.monitoring.clusterLabel | fromYaml -}}
{{- $numbers := len $shown.numbers -}}
{{ toYaml $shown.dashboard }}
templating:
  list:
  - name: datasource
    label: Data source
    type: datasource
    query: prometheus
    regex: ""
    refresh: 1
    multi: false
    includeAll: false
    {{- include "tolerant.unchosen" . | nindent 4 }}
  {{- range $shown.variables }}
  - name: {{ .name }}
    label: {{ .label }}
    type: query
    {{- include "tolerant.datasource" . | nindent 4 }}
    definition: {{ .query | quote }}
    query: {query: {{ .query | quote }}, refId: {{ .name }}}
    refresh: 2
    sort: 1
    multi: {{ .many }}
    includeAll: {{ .many }}
    allValue: {{ toJson .all }}
    {{- include "tolerant.unchosen" . | nindent 4 }}
  {{- end }}
panels:
{{- range $i, $_ := $shown.numbers }}
- id: {{ add1 $i }}
  type: stat
  {{- include "tolerant.panel" . | nindent 2 }}
  gridPos: {x: {{ mul $i 6 }}, "y": 0, w: 6, h: 4}
  fieldConfig:
    defaults:
      {{- toYaml .defaults | nindent 6 }}
      thresholds:
        mode: absolute
        steps: {{ .steps | default (list (dict "color" "red" "value" nil) (dict "color" "green" "value" 1)) | toJson }}
    overrides: []
  options:
    reduceOptions: {calcs: [lastNotNull], fields: "", values: false}
    colorMode: value
    graphMode: none
    textMode: auto
  targets: [{refId: A, expr: {{ .expr | quote }}, legendFormat: "", instant: true}]
{{- end }}
{{- range $i, $_ := $shown.graphs }}
- id: {{ add $numbers $i 1 }}
  type: timeseries
  {{- include "tolerant.panel" . | nindent 2 }}
  gridPos: {x: {{ mod $i 2 | mul 12 }}, "y": {{ div $i 2 | mul 8 | add 4 }}, w: 12, h: 8}
  fieldConfig:
    defaults:
      unit: {{ .unit }}
      min: 0
      custom:
        drawStyle: line
        lineWidth: 1
        fillOpacity: {{ empty .stacked | ternary 0 20 }}
        showPoints: never
        stacking: {mode: {{ empty .stacked | ternary "none" "normal" }}, group: A}
    overrides: []
  options:
    legend: {displayMode: list, placement: bottom, showLegend: true}
    tooltip: {mode: multi, sort: desc}
  targets:
  {{- range $line, $each := .lines }}
  {{- range $legend, $expr := $each }}
  - {refId: {{ printf "%c" (add 65 $line) }}, expr: {{ $expr | quote }}, legendFormat: {{ $legend | quote }}}
  {{- end }}
  {{- end }}
{{- end }}
{{- end -}}

{{- define "tolerant.datasource" -}}
datasource: {type: prometheus, uid: "${datasource}"}
{{- end -}}

{{- /* Of a variable for which the user has not chosen anything yet. */ -}}
{{- define "tolerant.unchosen" -}}
hide: 0
options: []
current: {}
{{- end -}}

{{- define "tolerant.panel" -}}
title: {{ .title }}
description: {{ .description | quote }}
{{ include "tolerant.datasource" . }}
{{- end -}}
