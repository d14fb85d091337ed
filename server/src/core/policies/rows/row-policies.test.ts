import { describe, expect, test } from 'vitest'
import { exportFile, openBook, rowsIn } from '../../../../test/export-file.ts'
import { BY_REGION, CUSTOMERS, customersOf, namesIn, newCustomers } from '../../../../test/new-customers.ts'
import { rowsInParquet } from '../../../../test/rows-in-parquet.ts'
import { startService } from '../../../../test/service.ts'

const service = startService()

describe('a row policy', () => {
  test('shows each caller the rows for which its predicate is true', async () => {
    const { owner, east, nowhere, table } = await newCustomers(service)

    const seen = [owner, east, nowhere].map((person) => customersOf(person, `${table}/rows`))

    expect(await Promise.all(seen)).toEqual([namesIn(CUSTOMERS), ['Asahi', 'Celadon'], []])
  })

  test('follows edits: a row that comes into sight is shown, one that leaves it is not', async () => {
    const { owner, east, table } = await newCustomers(service)
    const write = (row: object) => owner.call('POST', `${table}/rows`, { expected_version: null, rows: [row] })
    expect(await customersOf(east, `${table}/rows`)).toEqual(['Asahi', 'Celadon'])

    await write({ __svc_row_id: 1, region: 'west' })
    await write({ __svc_row_id: 4, region: 'east' })
    await write({ customer: 'New', region: 'east' })

    expect(await customersOf(east, `${table}/rows`)).toEqual(['Celadon', 'Hidden-Dorf', 'New'])
  })

  test('knows a user by an address that they have proven to hold, and no other', async () => {
    const { owner, east, table, setPolicy } = await newCustomers(service)
    await owner.call('POST', `${table}/rows`, {
      expected_version: null,
      rows: [{ __svc_row_id: 3, owner: east.email.toLowerCase() }],
    })
    await setPolicy('owner = user.email')
    const before = await customersOf(east, `${table}/rows`)

    await service.running.admin.query('update app_user set address_proven_at = now() where email = $1', [east.email])
    const after = await customersOf(east, `${table}/rows`)

    expect([before, after]).toEqual([[], ['Celadon']])
  })

  test('is set, read and taken back by admins, audited, and makes the workbook governed', async () => {
    const { owner, east, nowhere, at, table, setPolicy } = await newCustomers(service)

    const changed = await setPolicy("region in user.roles or 'admin' in user.roles")
    const list = await owner.call('GET', `${at}/policies/rows`)
    const one = await owner.call('GET', `${at}/policies/rows/customers`)
    const refused = [
      await east.call('GET', `${at}/policies/rows`),
      await nowhere.call('PUT', `${at}/policies/rows/customers`, { predicate: 'true' }),
      await east.call('DELETE', `${at}/policies/rows/customers`),
    ]
    const governed = (await owner.call('GET', at)).body.governed
    const overview = (await owner.call('GET', `${at}/governance`)).body
    const deleted = await owner.call('DELETE', `${at}/policies/rows/customers`)

    expect(changed).toMatchObject({ status: 200, body: { table: 'customers', fits: true } })
    expect(list.body.row_policies).toEqual([one.body])
    expect(one.body.predicate).toBe("region in user.roles or 'admin' in user.roles")
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403])
    expect([governed, overview.governed, overview.row_policies.length]).toEqual([true, true, 1])
    expect([deleted.status, (await owner.call('GET', at)).body.governed]).toEqual([204, false])
    expect(await customersOf(nowhere, `${table}/rows`)).toEqual(namesIn(CUSTOMERS))
    const log = (await owner.call('GET', `${at}/audit-log`)).body.entries.map(
      ({ action }: { action: string }) => action,
    )
    expect(log).toEqual(expect.arrayContaining(['row_policy.set', 'row_policy.delete']))
  })

  test.each([
    ['names a column that is not there', 'nothing = 1'],
    ['is no condition', 'amount + 1'],
    ['compares a number with an address', 'amount = user.email'],
    ['asks for something else about the caller', "user.department = 'x'"],
    ['has roles elsewhere than behind in', "user.roles = 'east'"],
    ['is no expression', 'select * from customers'],
  ])('whose predicate %s is refused', async (_, predicate) => {
    const { setPolicy } = await newCustomers(service, { predicate: null })

    const refused = await setPolicy(predicate)

    expect(refused).toMatchObject({ status: 422, body: { code: 'validation_error' } })
  })

  test('follows a column that is renamed, and one that is added with a default for the rows there are', async () => {
    const { owner, east, table, setPolicy } = await newCustomers(service)
    await owner.call('PATCH', `${table}/columns/region`, { new_name: 'area', expected_version: null })
    const renamed = await customersOf(east, `${table}/rows`)

    await owner.call('POST', `${table}/columns`, { column: 'team', default: 'east', expected_version: null })
    await owner.call('POST', `${table}/rows`, { expected_version: null, rows: [{ __svc_row_id: 3, team: 'west' }] })
    await setPolicy("'admin' in user.roles or team in user.roles")
    const added = await customersOf(east, `${table}/rows`)

    expect([renamed, added]).toEqual([
      ['Asahi', 'Celadon'],
      ['Asahi', 'Hidden-Berg', 'Hidden-Dorf'],
    ])
  })

  test('shows no row once a column that it names is gone or has another type', async () => {
    const { owner, east, at, table } = await newCustomers(service)
    expect(await customersOf(east, `${table}/rows`)).toHaveLength(2)

    await owner.call('DELETE', `${table}/columns/region?expected_version=null`)

    expect(await customersOf(east, `${table}/rows`)).toEqual([])
    expect((await owner.call('GET', `${at}/policies/rows/customers`)).body.fits).toBe(false)
    expect((await owner.call('GET', `${table}/rows`)).body.rows).toHaveLength(CUSTOMERS.length)
  })
})

/** Doors that read through an engine: what leaves them is of the rows that the caller sees. */
describe('a caller who sees some rows', () => {
  test('counts, finds, profiles and queries those alone', async () => {
    const { east, at, table } = await newCustomers(service)
    const get = async (path: string) => (await east.call('GET', `${table}${path}`)).body
    const query = async (sql: string) => (await east.call('POST', `${at}/query`, { sql })).body.rows

    expect((await get('/rows?count=true')).row_count).toBe(2)
    expect((await get('/rows')).row_count).toBe(2)
    expect((await get('/schema')).row_count).toBe(2)
    expect((await get('/profile')).row_count).toBe(2)
    expect((await get('')).row_count).toBe(2)
    expect((await get('/values?column=region')).values).toEqual([{ value: 'east', count: 2 }])
    expect((await get('/find?text=Hidden')).count).toBe(0)
    expect((await get('/find?text=Cela')).count).toBe(1)
    expect((await get('/rows?order_by=-amount&limit=1')).rows[0]).toMatchObject({ amount: 30 })
    expect((await east.call('GET', `${table}/rows/1`)).status).toBe(200)
    expect(await east.call('GET', `${table}/rows/2`)).toMatchObject({ status: 404, body: { code: 'row_not_found' } })
    expect(await query('select count(*) as n, sum(amount) as total from customers')).toEqual([{ n: 2, total: 40 }])
    expect(await query("select customer from customers where region <> 'east'")).toEqual([])
    const summary = { table: 'customers', groups: [{ column: 'region' }], measures: [{ function: 'count' }] }
    expect((await east.call('POST', `${at}/summarize`, summary)).body.rows).toHaveLength(1)
    expect((await east.call('GET', `${table}/access`)).body.rows).toBe('some')
  })

  test('exports those alone, as csv, xlsx and Parquet, filtered and ordered', async () => {
    const { east, at } = await newCustomers(service)
    const take = (body: object) =>
      exportFile(service.running.urls[0] ?? '', east, at, { tables: ['customers'], ...body })
    const parquet = await take({ format: 'parquet', include_row_ids: true })
    const ordered = await take({ format: 'csv', order_by: [{ column: 'amount', direction: 'desc' }] })
    const filtered = await take({ format: 'parquet', filter: { column: 'amount', op: '>', value: 20 } })

    const csv = await exportFile(service.running.urls[0] ?? '', east, at, { tables: ['customers'], format: 'csv' })
    const xlsx = await exportFile(service.running.urls[0] ?? '', east, at, { tables: ['customers'], format: 'xlsx' })

    expect(namesIn((await rowsInParquet(parquet.bytes)) as { customer: string }[])).toEqual(['Asahi', 'Celadon'])
    expect(namesIn((await rowsInParquet(filtered.bytes)) as { customer: string }[])).toEqual(['Celadon'])
    expect(ordered.bytes.toString()).not.toMatch(/Hidden|777/)
    expect(csv.bytes.toString()).toContain('Celadon')
    expect(csv.bytes.toString()).not.toContain('Hidden')
    expect(rowsIn(openBook(xlsx.bytes)).map(([customer]) => customer)).toEqual(['customer', 'Asahi', 'Celadon'])
  })

  test('sees those of the state a snapshot has, by the values they had then', async () => {
    const { owner, east, at, table } = await newCustomers(service)
    await owner.call('POST', `${at}/versions`, { label: 'first' })
    await owner.call('POST', `${table}/rows`, { expected_version: null, rows: [{ __svc_row_id: 1, region: 'west' }] })

    const then = await customersOf(east, `${table}/rows?as_of=version:first`)
    const now = await customersOf(east, `${table}/rows`)

    expect([then, now]).toEqual([['Asahi', 'Celadon'], ['Celadon']])
  })

  test('has a result taken back when the policy changes, and pages of one policy are not those of another', async () => {
    const { owner, at, setPolicy } = await newCustomers(service)
    const asked = await owner.call('POST', `${at}/query`, { sql: 'select * from customers' })
    expect(asked.body.rows).toHaveLength(CUSTOMERS.length)

    await setPolicy("region = 'east'")
    const result = await owner.call('GET', `/api/v1/results/${asked.body.id}`)
    const again = await owner.call('POST', `${at}/query`, { sql: 'select * from customers' })

    expect(result).toMatchObject({ status: 410, body: { code: 'result_invalidated' } })
    expect(again.body.rows).toHaveLength(2)
  })
})

const ANY = { expected_version: null }

/** Doors that do not: each is closed to callers who do not see all rows, whatever is asked. */
const CLOSED: readonly [string, string, string, object?][] = [
  ['rows by A1', 'GET', '/tables/customers/a1?range=A1:B3'],
  [
    'trying a write',
    'POST',
    '/tables/customers/rows',
    { ...ANY, rows: [{ customer: 'x', region: 'east' }], dry_run: true },
  ],
  ['writing A1', 'PUT', '/tables/customers/a1', { ...ANY, range: 'A2', values: [['x']] }],
  ['undoing', 'POST', '/ops/2/undo', {}],
  [
    'proposing',
    'POST',
    '/proposals',
    { title: 't', changes: [{ table: 'customers', ...ANY, rows: [{ customer: 'x' }] }] },
  ],
  ['deleting the table', 'DELETE', '/tables/customers?expected_version=null'],
  ['the history of a row', 'GET', '/tables/customers/rows/1/history'],
  ['changes', 'GET', '/tables/customers/changes?since=1'],
  ['the origin of a row', 'GET', '/tables/customers/rows/1/origin'],
  ['lineage', 'GET', '/tables/customers/lineage'],
  ['rules', 'GET', '/tables/customers/rules'],
  ['overrides', 'GET', '/tables/customers/overrides'],
  ['citations', 'POST', '/tables/customers/citations', { row_ids: [1] }],
  ['citations of a query', 'POST', '/query/citations', { sql: 'select customer from customers' }],
  ['transforms', 'POST', '/transforms', { name: 't', code: 'select * from {{ c }}', args: { c: 'customers' } }],
  ['recomputing', 'POST', '/recompute', {}],
  ['conflicts', 'GET', '/conflicts'],
  ['branches', 'GET', '/branches'],
  ['a branch', 'POST', '/export', { tables: ['customers'], format: 'csv', record_branch: true }],
  ['a split export', 'POST', '/export', { tables: ['customers'], split_by: 'region' }],
  ['adding a column', 'POST', '/tables/customers/columns', { ...ANY, column: 'x' }],
  ['renaming', 'PATCH', '/tables/customers', { ...ANY, new_name: 'x' }],
  ['sharing by link', 'POST', '/links', { kind: 'table', target: 'customers' }],
  ['a snapshot that comes back', 'POST', '/versions/first/revert', {}],
]

describe('to a caller who does not see all rows', () => {
  test('every door that does not read through an engine is closed', async () => {
    const { owner, east, at } = await newCustomers(service)
    await owner.call('POST', `${at}/versions`, { label: 'first' })

    const answers: [string, number, string][] = []
    for (const [door, method, path, body] of CLOSED) {
      const answer = await east.call(method, `${at}${path}`, body)
      answers.push([door, answer.status, answer.body?.code])
    }

    expect(answers).toEqual(CLOSED.map(([door]) => [door, 403, 'hidden_rows']))
  })

  test('lists and logs do not say how many rows there are', async () => {
    const { owner, east, at, table } = await newCustomers(service)
    await owner.call('POST', `${table}/rows`, { expected_version: null, rows: [{ customer: 'Extra', region: 'west' }] })
    await owner.call('POST', `${at}/snapshots`, { summary: 'now' })
    const get = async (path: string) => (await east.call('GET', `${at}${path}`)).body

    expect((await get('/tables')).tables[0].row_count).toBe(null)
    expect((await get('/artifacts')).artifacts[0].row_count).toBe(null)
    expect(
      (await get('/snapshots')).snapshots.map((one: { tables: { row_count: null }[] }) => one.tables[0]?.row_count),
    ).toEqual([null, null])
    expect(
      (await get('/ops')).ops
        .map(({ rows }: { rows: unknown }) => rows)
        .filter((rows: unknown) => rows !== null && rows !== 0),
    ).toEqual([])
    const mine = (await east.call('GET', '/api/v1/me/data')).body.items ?? []
    expect(mine.filter(({ row_count }: { row_count: unknown }) => row_count !== null)).toEqual([])
    const { rows: events } = await service.running.admin.query(
      "select payload from outbox where kind = 'artifact.updated' order by sequence desc limit 1",
    )
    expect(events[0]?.payload.data.rows ?? null).toBe(null)
  })

  test('a table made from its rows is closed, until it has a policy of its own', async () => {
    const { owner, east, at, setPolicy } = await newCustomers(service, { predicate: null })
    const code = 'select region, count(*) as n from {{ c }} group by region'
    const made = await owner.call('POST', `${at}/transforms`, { name: 'counts', code, args: { c: 'customers' } })
    expect(made.status).toBe(201)
    const count = 'select count(*) as n from {{ c }}'
    await owner.call('POST', `${at}/transforms`, { name: 'total', code: count, args: { c: 'counts' } })
    expect((await east.call('GET', `${at}/tables/counts/rows`)).body.rows).toHaveLength(2)

    await setPolicy(BY_REGION)
    const closed = [
      await east.call('GET', `${at}/tables/counts/rows`),
      await east.call('GET', `${at}/tables/total/rows`),
      await east.call('GET', `${at}/tables/total`),
    ]
    const query = await east.call('POST', `${at}/query`, { sql: 'select * from counts' })
    const transform = await east.call('GET', `${at}/transforms/counts`)
    const byOwner = await owner.call('GET', `${at}/tables/counts/rows`)
    await setPolicy('true', 'counts')
    const opened = await east.call('GET', `${at}/tables/counts/rows`)

    expect(closed.map(({ status, body }) => [status, body.code])).toEqual(closed.map(() => [403, 'hidden_rows']))
    expect([query.status, query.body.code]).toEqual([400, 'invalid_sql'])
    expect(transform.body.code ?? null).toBe(null)
    expect([byOwner.status, byOwner.body.rows.length]).toEqual([200, 2])
    expect([opened.status, opened.body.rows.length]).toEqual([200, 2])
  })

  test('one that is made after the policy came is closed from its first moment', async () => {
    const { owner, east, at } = await newCustomers(service)
    expect((await east.call('GET', `${at}/tables`)).status).toBe(200)

    await owner.call('POST', `${at}/transforms`, {
      name: 'total',
      code: 'select count(*) as n from {{ c }}',
      args: { c: 'customers' },
    })
    const closed = await east.call('GET', `${at}/tables/total/rows`)

    expect(closed).toMatchObject({ status: 403, body: { code: 'hidden_rows' } })
  })
})
