{{- define "bindery.name" -}}
{{- printf "%s" .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{- define "bindery.labels" -}}
{{ include "bindery.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{- define "bindery.selector" -}}
app.kubernetes.io/name: bindery
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- /* One place that nodes may reach: `name`, `port` and `to`. Rules add up, so one without `to` on a port of the web would open
  every private address to every user who names one. */ -}}
{{- define "bindery.egress" -}}
{{- if and (not .to) (has (int .port) (list 80 443)) }}
{{- fail (printf "networkPolicy.%sTo: say where it is; port %v without it opens every private address" .name .port) }}
{{- end -}}
- ports: [{ port: {{ .port }} }]
  {{- with .to }}
  to:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end -}}
