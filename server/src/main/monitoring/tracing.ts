/** Sends traces where the operator wants them. The SDK takes half a second to load, so it is loaded only then. */
export async function startTracing(endpoint: string | null): Promise<() => Promise<void>> {
  if (!endpoint) return async () => {}
  const { NodeSDK } = await import('@opentelemetry/sdk-node')
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http')
  const sdk = new NodeSDK({
    serviceName: 'bindery',
    traceExporter: new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` }),
    instrumentations: [],
  })
  sdk.start()
  return () => sdk.shutdown()
}
