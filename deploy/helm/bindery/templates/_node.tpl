{{- /* The pod of a node; takes the chart's own values, and `role` and `node`: the values of that role. */ -}}
{{- define "bindery.pod" -}}
{{- $role := .role -}}
{{- $node := .node -}}
{{- with .root -}}
metadata:
  labels:
    {{- include "bindery.labels" . | nindent 4 }}
    app.kubernetes.io/component: {{ $role }}
  annotations:
    # A change of settings makes new pods.
    checksum/settings: {{ include (print $.root.Template.BasePath "/settings.yaml") . | sha256sum }}
spec:
  serviceAccountName: {{ include "bindery.name" . }}
  automountServiceAccountToken: false
  terminationGracePeriodSeconds: {{ .Values.terminationGracePeriodSeconds }}
  securityContext:
    runAsNonRoot: true
    runAsUser: 10001
    runAsGroup: 10001
    fsGroup: 10001
    seccompProfile:
      # The profile of the runtime forbids the namespaces that a sandbox is made of.
      type: {{ if eq .Values.sandbox "off" }}RuntimeDefault{{ else }}Unconfined{{ end }}
  {{- with .Values.imagePullSecrets }}
  imagePullSecrets:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .Values.nodeSelector }}
  nodeSelector:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .Values.tolerations }}
  tolerations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  topologySpreadConstraints:
    - maxSkew: 1
      topologyKey: kubernetes.io/hostname
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels:
          {{- include "bindery.selector" . | nindent 10 }}
          app.kubernetes.io/component: {{ $role }}
  containers:
    - name: {{ $role }}
      image: "{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}"
      imagePullPolicy: {{ .Values.image.pullPolicy }}
      args: [serve, --role, {{ $role }}]
      envFrom:
        - configMapRef:
            name: {{ include "bindery.name" . }}
        - secretRef:
            name: {{ .Values.existingSecret }}
      ports:
        {{- if eq $role "api" }}
        - name: http
          containerPort: 8000
        {{- end }}
        - name: metrics
          containerPort: {{ .Values.metrics.port }}
      {{- if eq $role "api" }}
      startupProbe:
        httpGet: { path: /readyz, port: http }
        periodSeconds: 2
        failureThreshold: 60
      readinessProbe:
        httpGet: { path: /readyz, port: http }
        periodSeconds: 5
        timeoutSeconds: 4
      livenessProbe:
        httpGet: { path: /healthz, port: http }
        periodSeconds: 10
        timeoutSeconds: 5
      lifecycle:
        # Until everybody has heard that it is going, requests still come; it takes them.
        preStop:
          exec: { command: [sleep, "5"] }
      {{- else }}
      livenessProbe:
        httpGet: { path: /metrics, port: metrics }
        initialDelaySeconds: 30
        periodSeconds: 15
        timeoutSeconds: 5
      {{- end }}
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities:
          drop: [ALL]
      resources:
        {{- toYaml $node.resources | nindent 8 }}
      volumeMounts:
        - { name: cache, mountPath: /data }
        - { name: temporary, mountPath: /tmp }
  volumes:
    - name: cache
      emptyDir:
        sizeLimit: {{ $node.cacheGi }}Gi
    - name: temporary
      emptyDir:
        sizeLimit: 2Gi
{{- end -}}
{{- end -}}
