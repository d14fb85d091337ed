import { describe, expect, test } from 'vitest'
import { fromWireId } from '../src/platform/ids.ts'
import { connectAgent } from './connect-agent.ts'
import { newKey, newTokenCall } from './control-plane.ts'
import { exportFile } from './export-file.ts'
import { bringBack, downloadBundle } from './move-workbook.ts'
import { edited } from './new-branch.ts'
import { CUSTOMERS, customersOf, namesIn, newCustomers } from './new-customers.ts'
import { connectPg } from './pg-clients.ts'
import { runTask } from './run-task.ts'
import { startService } from './service.ts'
import { uploadTo } from './upload.ts'

/** Row policies at doors of features that come after governance; the rest is beside them. */
const service = startService({
  settings: {
    pg: { host: '127.0.0.1', port: 0, tls: null, connections: 50, connectionsPerCredential: 40, messageBytes: 2 ** 26 },
  },
})

const EAST = ['Asahi', 'Celadon']
const ANY = { expected_version: null }
type Named = { name: string; partial: boolean; filter?: object[]; summary?: { filter: object[] } }
/** A token of a member does not reach the account of the owner. */
const reaching = (at: string) => ({ resource: `workbook:${at.split('/').at(-1)}` })

describe('of rows that a policy hides nothing leaves', () => {
  test('through the port of PostgreSQL: rows, counts and estimates of the catalog', async () => {
    const { east, at } = await newCustomers(service)
    const database = at.split('/').at(-1) ?? ''
    const place = {
      port: service.running.apis[0]?.pgPort ?? 0,
      database,
      password: await service.newToken(east, reaching(at)),
    }
    const client = await connectPg(place)

    const counted = await client.query('select count(*)::int as n, max(amount) as most from customers')
    const estimated = await client.query("select reltuples::int as n from pg_class where relname = 'customers'")
    const named = await client.query('select customer from customers where region <> $1', ['east'])
    await client.end()

    expect(counted.rows).toEqual([{ n: 2, most: 30 }])
    expect(estimated.rows).toEqual([{ n: -1 }])
    expect(named.rows).toEqual([])
  })

  test('through OData: entities, counts, single rows and aggregates', async () => {
    const { east, at } = await newCustomers(service)
    const root = `${service.url()}/odata/${at.split('/').at(-1)}`
    const password = Buffer.from(`any:${await service.newToken(east, reaching(at))}`).toString('base64')
    const get = async (path: string) => {
      const response = await fetch(`${root}${path}`, { headers: { authorization: `Basic ${password}` } })
      return { status: response.status, text: await response.text() }
    }

    const all = await get('/customers?$count=true')
    const count = await get('/customers/$count')
    const hidden = await get('/customers(2)')
    const sum = await get('/customers?$apply=aggregate(amount with sum as total)')

    expect([JSON.parse(all.text)['@odata.count'], count.text.replace('\uFEFF', ''), hidden.status]).toEqual([
      2,
      '2',
      404,
    ])
    for (const { text } of [all, count, hidden, sum]) expect(text).not.toMatch(/Hidden|777/)
  })

  test('to agents: tables, rows, queries and searches', async () => {
    const { east, at } = await newCustomers(service)
    const agent = await connectAgent(service.url(), await service.newToken(east, reaching(at)))
    const workbook_id = at.split('/').at(-1)

    const query = await agent.call('query', { workbook_id, sql: 'select * from customers' })
    const rows = await agent.call('read_rows', { workbook_id, table: 'customers' })
    const described = await agent.call('describe_table', { workbook_id, table: 'customers' })
    await agent.close()

    expect(query.answer.rows ?? query.problem).toHaveLength(2)
    for (const { text } of [query, rows, described]) expect(text).not.toMatch(/Hidden|777/)
  })

  test('through links: a link is the role link, and never more than its maker', async () => {
    const { owner, at, setPolicy } = await newCustomers(service)
    const { body } = await owner.call('POST', `${at}/links`, { kind: 'table', target: 'customers' })
    const read = service.as(body.url.split('#')[1])
    const namesBy = async () => (await read('GET', '/api/v1/shared/rows')).body

    const before = await namesBy()
    await setPolicy("'link' in user.roles or 'admin' in user.roles and region = 'east'")
    const narrowed = await namesBy()

    expect([before.row_count, before.rows]).toEqual([0, []])
    expect([narrowed.row_count, namesIn(narrowed.rows)]).toEqual([2, EAST])
  })

  test('to keys and tokens: a token is its user, a key has no address and the role service', async () => {
    const { owner, east, at, table, setPolicy } = await newCustomers(service)
    const key = await newKey(service, owner, { name: 'k', scopes: ['workbooks:read'] })
    const token = await newTokenCall(service, east, { name: 't', ...reaching(at), scopes: ['workbooks:read'] })

    expect(await customersOf({ call: token }, `${table}/rows`)).toEqual(EAST)
    expect(await customersOf({ call: key }, `${table}/rows`)).toHaveLength(CUSTOMERS.length)
    await setPolicy("'service' in user.roles and region = 'west'")
    expect(await customersOf({ call: key }, `${table}/rows`)).toEqual(['Hidden-Berg', 'Hidden-Dorf'])
    await setPolicy('owner = user.email')
    expect((await key('POST', `${at}/query`, { sql: 'select * from customers' })).body.rows ?? []).toEqual([])
  })

  test('by a cursor of a caller who sees more, or of a time when more was seen', async () => {
    const { owner, east, table, setPolicy } = await newCustomers(service)
    const whole = (await owner.call('GET', `${table}/rows?limit=1`)).body.next_cursor

    const borrowed = await east.call('GET', `${table}/rows?limit=5&cursor=${whole}`)
    const own = (await east.call('GET', `${table}/rows?limit=1`)).body.next_cursor
    await setPolicy("'east' in user.roles and amount > 20")
    const old = await east.call('GET', `${table}/rows?limit=5&cursor=${own}`)

    expect([borrowed.status, old.status]).toEqual([400, 400])
  })

  test('by an answer that is kept for an idempotency key', async () => {
    const { east, table, at, setPolicy } = await newCustomers(service, { predicate: null })
    const asked = { sql: 'select * from customers' }
    const ask = () => east.call('POST', `${at}/query`, asked, { 'idempotency-key': 'again' })
    const first = await ask()

    await setPolicy("region in user.roles or 'admin' in user.roles")
    const again = await ask()

    expect(first.body.rows).toHaveLength(CUSTOMERS.length)
    expect(JSON.stringify(again.body)).not.toMatch(/Hidden|777/)
    expect(await customersOf(east, `${table}/rows`)).toEqual(EAST)
  })

  test('by saved questions and dashboards, which are asked as their reader', async () => {
    const { owner, east, at } = await newCustomers(service)
    const { body: all } = await owner.call('POST', `${at}/questions`, { name: 'q', sql: 'select * from customers' })
    const summary = { table: 'customers', group_by: [{ column: 'region' }], measures: [{ function: 'count' }] }
    const { body: summed } = await owner.call('POST', `${at}/questions`, { name: 's', summary })

    await owner.call('POST', `${at}/questions/${all.question_id}/run`, {})
    const run = await east.call('POST', `${at}/questions/${all.question_id}/run`, {})
    const filtered = await east.call('POST', `${at}/questions/${summed.question_id}/run?shape=arrays`, {})

    expect(run.body.rows).toHaveLength(2)
    expect([filtered.status, filtered.body.rows]).toEqual([200, [['east', 2]]])
    expect(JSON.stringify([run.body, filtered.body])).not.toMatch(/Hidden|777|west/)
  })

  test('by comments and notes: of rows that are hidden there are none, and no page is shorter for them', async () => {
    const { owner, east, table } = await newCustomers(service)
    const targets = [{ kind: 'table' }, ...[2, 4, 1, 3].map((row_id) => ({ kind: 'row', row_id }))]
    for (const target of targets) {
      const about = 'row_id' in target && target.row_id % 2 === 0 ? 'Hidden' : 'open'
      await owner.call('POST', `${table}/comments`, { target, text: `${about} ${JSON.stringify(target)}` })
      await owner.call('POST', `${table}/annotations`, { annotations: [{ target, note: about }] })
    }
    const range = { kind: 'range', range: 'A2:B5' }
    await owner.call('POST', `${table}/annotations`, { annotations: [{ target: range, note: 'Hidden' }] })
    const texts = async (kind: 'comments' | 'annotations') => {
      const pages: number[] = []
      let all = ''
      for (let cursor = ''; ; ) {
        const { body } = await east.call('GET', `${table}/${kind}?limit=2${cursor && `&cursor=${cursor}`}`)
        pages.push((body.threads ?? body.annotations).length)
        all += JSON.stringify(body)
        if (!body.next_cursor) return { pages, all }
        cursor = body.next_cursor
      }
    }

    const comments = await texts('comments')
    const notes = await texts('annotations')

    expect([comments.pages, notes.pages]).toEqual([
      [2, 1],
      [2, 1],
    ])
    expect(comments.all + notes.all).not.toContain('Hidden')
  })

  test('by a thread of a row that is hidden: it does not exist under any of its addresses', async () => {
    const { owner, east, table } = await newCustomers(service)
    const say = (by: typeof owner, row_id: number, text: string) =>
      by.call('POST', `${table}/comments`, { target: { kind: 'row', row_id }, text })
    const { body: hidden } = await say(owner, 2, 'Hidden')
    const { body: own } = await say(east, 1, 'seen')
    const at = `${table}/comments/${hidden.thread_id}`

    const refused = [
      await say(east, 4, 'x'),
      await east.call('POST', `${table}/comments`, { thread_id: hidden.thread_id, text: 'x' }),
      await east.call('PATCH', at, { text: 'x' }),
      await east.call('DELETE', at),
      await east.call('PUT', `${at}/resolved`, { resolved: true }),
    ]

    expect(own.comments).toMatchObject([{ text: 'seen' }])
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 404))
    expect(JSON.stringify(refused.map(({ body }) => body))).not.toContain('Hidden')
  })

  test('by conditions of views and questions: only those are shown that the caller stated', async () => {
    const { owner, east, at } = await newCustomers(service)
    const filter = [{ column: 'customer', op: '=', value: 'Hidden-Berg' }]
    const view = { table: 'customers', filter, columns: [{ column: 'amount', width_px: 90 }] }
    const summary = { table: 'customers', filter, group_by: [], measures: [{ function: 'count' }] }
    const { body: theirs } = await owner.call('POST', `${at}/saved-views`, { ...view, name: 'theirs' })
    await owner.call('POST', `${at}/questions`, { name: 'theirs', summary })
    const mine = [{ column: 'region', op: '=', value: 'east' }]
    const made = await east.call('POST', `${at}/saved-views`, { ...view, filter: mine, name: 'mine' })
    await east.call('POST', `${at}/questions`, { name: 'mine', summary: { ...summary, filter: mine } })

    const { saved_views } = (await east.call('GET', `${at}/saved-views?table=customers`)).body
    const { questions } = (await east.call('GET', `${at}/questions`)).body
    const refused = await east.call('PATCH', `${at}/saved-views/${theirs.view_id}`, { state: { filter: mine } })
    await owner.call('PATCH', `${at}/saved-views/${made.body.view_id}`, { state: { filter } })
    const changed = await east.call('GET', `${at}/saved-views/${made.body.view_id}`)

    expect(saved_views.map(({ name, partial, filter: shown }: Named) => [name, partial, shown])).toEqual([
      ['mine', false, mine],
      ['theirs', true, []],
    ])
    expect(saved_views[1].columns).toMatchObject([{ column: 'amount', width_px: 90 }])
    expect(questions.map(({ name, partial, summary: shown }: Named) => [name, partial, shown?.filter])).toEqual([
      ['mine', false, mine],
      ['theirs', true, []],
    ])
    expect([refused.status, changed.body.partial, changed.body.filter]).toEqual([403, true, []])
    expect(JSON.stringify([saved_views, questions, changed.body])).not.toContain('Hidden')
  })

  test('by proposals: those of tables whose rows are all seen are listed, others do not exist', async () => {
    const { owner, east, at } = await newCustomers(service)
    await owner.call('POST', `${at}/tables`, { name: 'open', columns: [{ name: 'word' }] })
    const propose = async (table: string, row: object) => {
      const changes = [{ table, ...ANY, rows: [row] }]
      return (await owner.call('POST', `${at}/proposals`, { title: `of ${table}`, changes })).body.proposal_id
    }
    const hidden = await propose('customers', { customer: 'Hidden-Elm', region: 'west' })
    const seen = await propose('open', { word: 'x' })
    await propose('customers', { customer: 'Hidden-Fir', region: 'west' })

    const listed = await east.call('GET', `${at}/proposals?limit=1`)
    const one = await east.call('GET', `${at}/proposals/${seen}`)
    const refused = [
      await east.call('GET', `${at}/proposals/${hidden}`),
      await east.call('POST', `${at}/proposals/${hidden}/reviews`, { verdict: 'approve' }),
    ]

    expect(listed.body.proposals.map(({ proposal_id }: { proposal_id: string }) => proposal_id)).toEqual([seen])
    expect(listed.body.next_cursor ?? null).toBe(null)
    expect(one.body.tables).toMatchObject([{ table: 'open', rows: [{ cells: [{ after: 'x' }] }] }])
    expect(refused.map(({ status }) => status)).toEqual([404, 404])
    expect(JSON.stringify([listed.body, one.body, refused[0]?.body])).not.toContain('Hidden')
  })

  test('by looking for a text: hidden rows are not found, and do not count', async () => {
    const { owner, east, table } = await newCustomers(service)
    const find = async (call: typeof owner.call, text: string) => (await call('GET', `${table}/find?text=${text}`)).body

    const hidden = [await find(east.call, 'Hidden'), await find(east.call, '777'), await find(east.call, 'west')]
    const seen = await find(east.call, 'Celadon')

    expect(hidden).toMatchObject(hidden.map(() => ({ count: 0, match: null })))
    expect(seen).toMatchObject({ count: 1, match: { offset: 1, number: 1 } })
    expect(await find(owner.call, 'Celadon')).toMatchObject({ match: { offset: 2 } })
  })

  test('by the difference of two states', async () => {
    const { owner, east, at, table } = await newCustomers(service)
    await owner.call('POST', `${at}/snapshots`, { summary: 'one' })
    await owner.call('POST', `${table}/rows`, { ...ANY, rows: [{ customer: 'Hidden-Extra', region: 'west' }] })
    const { body } = await owner.call('POST', `${at}/snapshots`, { summary: 'two' })

    const seen = await east.call('GET', `${at}/snapshots/${body.snapshot_id}/diff`)

    expect(seen.body.tables ?? []).toEqual([])
  })

  test('by events of a merge and its conflicts, which do not say how many rows and cells', async () => {
    const { owner, at, table } = await newCustomers(service)
    const asked = { tables: ['customers'], format: 'xlsx', record_branch: true }
    const { headers, bytes } = await exportFile(service.url(), owner, at, asked)
    await owner.call('POST', `${table}/rows`, { ...ANY, rows: [{ __svc_row_id: 2, customer: 'Hidden-Here' }] })
    const file = edited(bytes, (sheet) => {
      const place = Object.keys(sheet).find((key) => sheet[key]?.v === 'Hidden-Berg') ?? ''
      sheet[place] = { t: 's', v: 'Hidden-There' }
    })
    const merged = await uploadTo(service.url(), owner.session, `${table}/merge`, {
      bytes: file,
      filename: 'customers.xlsx',
      fields: { branch_id: headers.get('x-svc-branch-id') ?? '' },
    })

    const { rows } = await service.running.admin.query(
      "select kind, payload from outbox where kind in ('version.merged', 'conflict.created') and workbook_id = $1 order by kind",
      [fromWireId('wb', at.split('/').at(-1) ?? '')],
    )
    expect(merged.body.conflict_count).toBe(1)
    expect(rows.map(({ payload }) => payload.data)).toMatchObject([
      { count: null, conflict_ids: [] },
      { inserted: null, updated: null, deleted: null, conflict_count: null },
    ])
  })

  test('by notifications: the title of a proposal is read where the proposal is', async () => {
    const { owner, east, at } = await newCustomers(service)
    const title = 'Raise Hidden-Berg'
    const change = { table: 'customers', ...ANY, rows: [{ __svc_row_id: 2, amount: 5 }] }
    await owner.call('POST', `${at}/proposals`, { title, changes: [change] })

    const { notifications } = (await east.call('GET', '/api/v1/me/notifications')).body

    const about = notifications.filter(({ kind }: { kind: string }) => kind === 'proposal')
    expect(about).toHaveLength(1)
    expect(about[0].proposal.title).toBe(null)
  })
})

describe('a row policy', () => {
  test('holds where its column is hidden from the caller too', async () => {
    const { owner, east, at, table } = await newCustomers(service)
    await owner.call('POST', `${at}/artifacts/customers/columns/region/tags`, { tag: 'place' })
    await owner.call('PUT', `${at}/policies/place`, { effect: 'deny', role: 'east' })

    const { rows } = (await east.call('GET', `${table}/rows`)).body

    expect(namesIn(rows)).toEqual(EAST)
    expect(Object.keys(rows[0])).not.toContain('region')
  })

  test('lets a proposal come only from those who could read it, and keeps nothing of others', async () => {
    const { owner, east, at } = await newCustomers(service)
    await owner.call('POST', `${at}/tables`, { name: 'open', columns: [{ name: 'word' }] })
    const changes = [{ table: 'open', ...ANY, rows: [{ word: 'x' }] }]

    const refused = await east.call('POST', `${at}/proposals`, { title: 'mine', changes })

    expect(refused).toMatchObject({ status: 403, body: { code: 'hidden_rows' } })
    expect((await owner.call('GET', `${at}/proposals`)).body.proposals).toEqual([])
  })

  test('travels in a bundle and holds in the workbook that comes out of it', async () => {
    const { owner, at } = await newCustomers(service)
    const { bytes } = await downloadBundle(service.url(), owner, at)
    const other = await service.newPerson()

    const { at: there } = await bringBack(service.running, other, Buffer.from(bytes))
    const list = (await other.call('GET', `${there}/policies/rows`)).body.row_policies
    const reader = await service.newPerson()
    await other.call('PUT', `${there}/members/${reader.userId}`, { role: 'viewer' })

    expect(list).toMatchObject([{ table: 'customers', fits: true }])
    expect(await customersOf(other, `${there}/tables/customers/rows`)).toHaveLength(CUSTOMERS.length)
    expect(await customersOf(reader, `${there}/tables/customers/rows`)).toEqual([])
    expect((await other.call('GET', there)).body.governed).toBe(true)
  })

  test('closes the sheet that its table was read from, and what else was', async () => {
    const { owner, east, at } = await newCustomers(service, { predicate: null })
    const text = `customer,region\n${CUSTOMERS.map(({ customer, region }) => `${customer},${region}`).join('\n')}\n`
    await uploadTo(service.url(), owner.session, `${at}/sources`, { bytes: text, filename: 'list.csv' })
    const names = async (by: typeof owner) =>
      (await by.call('GET', `${at}/artifacts?state=all`)).body.artifacts
        .map(({ name }: { name: string }) => name)
        .filter((name: string) => name !== 'customers')
    const made: string[] = await names(owner)
    const [first = ''] = made

    await owner.call('PUT', `${at}/policies/rows/${encodeURIComponent(first)}`, { predicate: "'admin' in user.roles" })
    const access = await Promise.all(
      made.map(async (name) => (await east.call('GET', `${at}/tables/${encodeURIComponent(name)}/access`)).body.rows),
    )

    expect(made.length).toBeGreaterThan(0)
    expect(access).toEqual(made.map((name) => (name === first ? 'some' : 'closed')))
    expect((await east.call('GET', `${at}/tables/customers/access`)).body.rows).toBe('all')
  })

  test('keeps what was made from its rows closed after its table is purged, until it is taken back by its id', async () => {
    const { owner, east, at, table } = await newCustomers(service)
    const code = 'select customer from {{ c }}'
    await owner.call('POST', `${at}/transforms`, { name: 'copy', code, args: { c: 'customers' } })
    const { id } = (await owner.call('GET', table)).body
    await owner.call('DELETE', `${table}?expected_version=null`)
    const ids = { workbook_id: fromWireId('wb', at.split('/').at(-1) ?? ''), table_id: fromWireId('art', id) }
    const { admin } = service.running
    await admin.query("update artifact set deleted_at = deleted_at - interval '31 days' where artifact_id = $1", [
      ids.table_id,
    ])
    const readCopy = () => east.call('GET', `${at}/tables/copy/rows`)
    const trashed = await readCopy()

    await runTask(service.running, 'retention.sweep')
    await runTask(service.running, 'table.purge', ids)
    const purged = await readCopy()
    const listed = (await owner.call('GET', `${at}/policies/rows`)).body.row_policies
    const taken = await owner.call('DELETE', `${at}/policies/rows/${id}`)

    expect([trashed.body.code, purged.body.code]).toEqual(['hidden_rows', 'hidden_rows'])
    expect(listed).toMatchObject([{ table: id, table_id: id, fits: false }])
    expect([taken.status, (await readCopy()).body.rows?.length]).toEqual([204, CUSTOMERS.length])
  })
})
