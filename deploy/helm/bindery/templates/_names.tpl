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
