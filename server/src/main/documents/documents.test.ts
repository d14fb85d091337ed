import { expect, test } from 'vitest'
import { startService } from '../../../test/service.ts'

const service = startService()

test('the reference page brings its own script, and describes both planes', async () => {
  const stranger = service.as(null)
  const led = await stranger('GET', '/docs/api')
  const page = await stranger('GET', led.headers.get('location') ?? '')
  const script = /src="([^"]+)"/.exec(page.body)?.[1] ?? ''
  const loaded = await fetch(new URL(script, `${service.url()}/docs/api/`))

  expect(led.status).toBe(302)
  expect(page.status).toBe(200)
  expect(page.body).toContain('/api/v1/openapi.json')
  expect(page.body).toContain('/api/control/openapi.json')
  expect(loaded.status).toBe(200)
  expect(loaded.headers.get('content-type')).toContain('javascript')
})

test('each plane describes itself', async () => {
  const [data, control] = await Promise.all([
    service.as(null)('GET', '/api/v1/openapi.json'),
    service.as(null)('GET', '/api/control/openapi.json'),
  ])

  expect(data.body.openapi).toBe('3.1.0')
  expect(Object.keys(data.body.paths)).toContain('/api/v1/workbooks')
  expect(Object.keys(data.body.paths).filter((path) => path.startsWith('/api/control'))).toEqual([])
  expect(Object.keys(control.body.paths)).toContain('/api/control/workspaces')
})

test('what has a default may be left out', async () => {
  const { body } = await service.as(null)('GET', '/api/v1/openapi.json')
  const limit = body.paths['/api/v1/jobs'].get.parameters.find(({ name }: { name: string }) => name === 'limit')

  expect(limit).toMatchObject({ required: false, schema: { default: 50 } })
})

test('a problem is explained, and what is no problem is not found', async () => {
  const explained = await service.as(null)('GET', '/problems/out_of_reach')

  expect(explained.body).toContain('## What to do')
  expect((await service.as(null)('GET', '/problems/..%2F..%2FREADME')).status).toBe(404)
})
