import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { runService } from '../../../test/start-service.ts'
import { startTracing } from './tracing.ts'

test('a request becomes a span at the configured endpoint, in the trace the caller named', async () => {
  const received: string[] = []
  const collector = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    received.push(`${request.url} ${body}`)
    response.setHeader('content-type', 'application/json').end('{}')
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const { port } = collector.address() as AddressInfo
  const stopTracing = await startTracing(`http://127.0.0.1:${port}`)
  const service = await runService()

  await fetch(`${service.urls[0]}/healthz?token=hush`, {
    headers: { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' },
  })
  await service.close()
  await stopTracing()
  collector.close()

  const spans = received.join('\n')
  expect(spans).toContain('/v1/traces')
  expect(spans).toContain('GET /healthz')
  expect(spans).toContain('0af7651916cd43dd8448eb211c80319c')
  expect(spans).not.toContain('hush')
})
