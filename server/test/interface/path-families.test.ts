import { expect, test } from 'vitest'
import { describedEndpoints } from '../../src/main/documents/documents.ts'
import { type Endpoint, pathsOf } from '../../src/platform/http/endpoint.ts'
import { askEndpoint, samplePath } from '../ask-endpoint.ts'
import { newTable } from '../new-table.ts'
import { startService } from '../service.ts'

const service = startService()

const IN_WORKBOOK = '/api/v1/workbooks/{workbook_id}'
const FAMILIES = [`${IN_WORKBOOK}/tables/{name}`, `${IN_WORKBOOK}/artifacts/{name}`]

const ofTables = describedEndpoints.filter(({ path }) => FAMILIES.some((family) => path.startsWith(family)))

/** The path of the endpoint in both families. */
const inBoth = ({ path }: Endpoint) => {
  const rest = path.replace(/^.*?\{name\}/, '')
  return FAMILIES.map((family) => `${family}${rest}`)
}

test('a table answers every operation as an artifact too, and the other way round', async () => {
  const places = describedEndpoints.flatMap((endpoint) => pathsOf(endpoint).map((path) => `${endpoint.method} ${path}`))

  const missing = ofTables.flatMap((endpoint) =>
    inBoth(endpoint)
      .map((path) => `${endpoint.method} ${path}`)
      .filter((place) => !places.includes(place)),
  )

  expect(ofTables.length).toBeGreaterThan(40)
  expect(missing).toEqual([])
})

test('both paths of an operation give the same answer', async () => {
  const { owner, at } = await newTable(service, { columns: [{ name: 'n' }], rows: [{ n: 'one' }], name: 'sales' })
  const workbookId = at.split('/').at(-1) ?? ''
  const differing: string[] = []

  for (const endpoint of ofTables.filter(({ method, isEndless }) => method === 'GET' && !isEndless)) {
    const answers = []
    for (const path of inBoth(endpoint)) {
      const sample = samplePath({ ...endpoint, path })
        .replace(/workbooks\/[^/]+/, `workbooks/${workbookId}`)
        .replace(/(tables|artifacts)\/[^/?]+/, '$1/sales')
      const { status, problem, faults } = await askEndpoint(service.url(), endpoint, {
        credential: owner.session,
        path: sample,
      })
      answers.push([status, problem?.code ?? null, faults])
    }
    const [one, other] = answers.map((answer) => JSON.stringify(answer))
    if (one !== other) differing.push(`${endpoint.operation}: ${one} and ${other}`)
  }

  expect(differing).toEqual([])
})

test('a table is renamed, ruled, commented on and deleted as an artifact', async () => {
  const { owner, at } = await newTable(service, { columns: [{ name: 'n' }], rows: [{ n: 'one' }], name: 'sales' })
  const call = (method: string, path: string, body?: unknown) => owner.call(method, `${at}/artifacts/${path}`, body)

  const renamed = await call('PATCH', 'sales', { new_name: 'turnover', expected_version: null })
  const ruled = await call('PUT', 'turnover/rules', {
    expected_version: null,
    rules: [{ kind: 'required', column: 'n' }],
  })
  const thread = await call('POST', 'turnover/comments', { target: { kind: 'table' }, text: 'Checked' })
  const quarantine = await call('GET', 'turnover/quarantine')
  const deleted = await call('DELETE', 'turnover?expected_version=null')

  expect([renamed, ruled, thread, quarantine, deleted].map(({ status }) => status)).toEqual([200, 200, 201, 200, 204])
  expect((await owner.call('GET', `${at}/tables/turnover`)).status).toBe(404)
})

test('the document describes one path of each operation and names the other', () => {
  const doubled = ofTables.filter(({ alsoAt }) => alsoAt)

  expect(doubled.map(({ operation }) => operation)).toContain('readTableRows')
  for (const { operation, path, alsoAt = [] } of doubled) {
    const [twin = ''] = alsoAt
    expect({ operation, others: inBoth({ path } as Endpoint).includes(twin) }).toEqual({ operation, others: true })
  }
})
