import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { callAs } from '../../../test/client.ts'
import { newPerson } from '../../../test/person.ts'
import { startService } from '../../../test/service.ts'
import { createNodeMetrics } from '../../platform/metrics.ts'
import { startApi } from '../api.ts'
import { taskHandlers } from '../job-handlers.ts'
import { startWorker } from '../worker.ts'

const service = startService()

const figuresOf = async (node = 0) => (await fetch(service.running.apis[node]?.metricsUrl ?? '')).text()

const DEPLOY = new URL('../../../../deploy/', import.meta.url)
const read = (file: string) => readFileSync(new URL(file, DEPLOY), 'utf8')

/** Names in PromQL that are not functions, labels or words of the language. */
function namesIn(expression: string): string[] {
  const bare = expression
    .replace(/"[^"]*"/g, '')
    .replace(/\{[^}]*\}/g, '')
    .replace(/\b(?:by|without|on|ignoring) *\([^)]*\)/g, '')
    .replace(/\[[^\]]*\]/g, '')
  return [...bare.matchAll(/\b[a-z]\w+\b(?! *\()/g)]
    .map(([name]) => name)
    .filter((name) => !['or', 'and', 'unless', 'bool'].includes(name))
}

const alerts = () =>
  [...read('prometheus/alerts.yml').matchAll(/expr: (?:>\n)?((?:.|\n {10})+)/g)].map(([, text = '']) => text)

function drawn(): string[] {
  const { panels } = JSON.parse(read('grafana/bindery.json')) as { panels: { targets?: { expr: string }[] }[] }
  return panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
}

async function scrape(): Promise<string> {
  const metrics = createNodeMetrics()
  const worker = await startWorker(service.running.settings, { handlers: taskHandlers, metrics })
  onTestFinished(() => worker.close())
  return `${await figuresOf()}\n${await metrics.registry.metrics()}`
}

test('every figure that the dashboard draws and an alert watches is one that the service tells', async () => {
  const kinds = new Map(
    [...(await scrape()).matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', kind = '']) => [name, kind]),
  )
  const known = [...kinds].flatMap(([name, kind]) =>
    kind === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
  )

  const wanted = [...alerts(), ...drawn()].flatMap(namesIn)

  expect(alerts().length).toBeGreaterThan(10)
  expect(new Set(wanted).size).toBeGreaterThan(15)
  expect([...new Set(wanted)].filter((name) => !known.includes(name))).toEqual([])
})

test('a node tells how long its statements, its object store and the requests of each account take', async () => {
  const workbook = await service.newWorkbook()
  await workbook.owner.call('GET', `/api/v1/workbooks/${workbook.id}`)
  await fetch(`${service.url()}/readyz`)

  const text = await figuresOf()

  expect(text).toMatch(/^svc_database_query_duration_seconds_count [1-9]/m)
  expect(text).toMatch(/^svc_store_duration_seconds_count\{operation="check",outcome="done"\} [1-9]/m)
  expect(text).toMatch(/^svc_account_busy_seconds_total\{account="other"\} \d/m)
  expect(text).toMatch(/^svc_database_connections\{pool="bindery api",state="busy"\} \d/m)
  expect(text).not.toContain(workbook.id)
  expect(text).not.toContain('acc_')
})

test('figures are on a port of their own, and the API has none', async () => {
  const { metricsUrl = '' } = service.running.apis[0] ?? {}

  const [onApi, elsewhere] = await Promise.all([
    fetch(`${service.url()}/metrics`),
    fetch(new URL('/api/v1/me', metricsUrl)),
  ])

  expect(onApi.status).toBe(404)
  expect(elsewhere.status).toBe(404)
  expect(new URL(metricsUrl).port).not.toBe(new URL(service.url()).port)
})

test('figures name accounts where the operator asks for it', async () => {
  const { settings } = service.running
  const api = await startApi({ ...settings, metrics: { ...settings.metrics, namesAccounts: true } })
  onTestFinished(() => api.close())
  const person = await newPerson(service.url())
  await callAs(api.url, person.session)('GET', '/api/v1/me')

  const text = await (await fetch(api.metricsUrl ?? '')).text()

  expect(text).toMatch(/^svc_account_busy_seconds_total\{account="acc_[^"]+"\} \d/m)
})

test('a node whose standard port is taken does without figures, and one whose port was chosen says so', async () => {
  const { settings } = service.running
  const port = Number(new URL(service.running.apis[0]?.metricsUrl ?? '').port)
  const taken = { ...settings.metrics, port }

  const api = await startApi({ ...settings, metrics: { ...taken, isPortChosen: false } })
  onTestFinished(() => api.close())

  expect(api.metricsUrl).toBeUndefined()
  await expect(startApi({ ...settings, metrics: { ...taken, isPortChosen: true } })).rejects.toThrow('SVC_METRICS_PORT')
})
