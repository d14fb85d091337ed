import { describe, expect, test } from 'vitest'
import { newTable as newTableIn } from '../../../test/new-table.ts'
import { startService } from '../../../test/service.ts'

const service = startService()

const COLUMNS = [{ name: 'region' }, { name: 'amount', type: 'INTEGER' }]
const ROWS = [
  { region: 'east', amount: 1 },
  { region: 'west', amount: 2 },
]
const newTable = () => newTableIn(service, { columns: COLUMNS, rows: ROWS })

const query = async (sql: string, ...values: unknown[]) => (await service.running.admin.query(sql, values)).rows

describe('a snapshot', () => {
  test('is a list of tables and versions, recorded in op log, audit log and events', async () => {
    const { call, at } = await newTable()

    const done = await call('POST', `${at}/snapshots`, { summary: 'month end', event_type: 'review' })

    expect(done).toMatchObject({
      status: 201,
      body: {
        snapshot_id: expect.stringMatching(/^snap_/),
        status: 'committed',
        summary: 'month end',
        event_type: 'review',
        actor: { name: null, credential: 'session' },
        parent_id: null,
        tables: [{ name: 'sales', edit_version: 2, row_count: 2 }],
        versions: [],
        changed: true,
      },
    })
    expect((await call('GET', `${at}/ops?limit=1`)).body.ops).toMatchObject([
      { op_id: 3, kind: 'snapshot.commit', table: null, edit_version: null, undoable: false },
    ])
    const { body: audit } = await call('GET', `${at}/audit-log?limit=1`)
    expect(audit).toMatchObject({ chain_valid: true, entries: [{ action: 'snapshot.commit', outcome: 'ok' }] })
    const [event] = await query("select payload from outbox where kind = 'snapshot.committed' order by at desc limit 1")
    expect(event.payload.data).toEqual({
      snapshot_id: done.body.snapshot_id,
      summary: 'month end',
      event_type: 'review',
      versions: [],
    })
  })

  test('is made once: as long as nothing changes it is the same one again', async () => {
    const { call, at, table, write } = await newTable()
    const commit = () => call('POST', `${at}/snapshots`, { summary: 's' })
    const first = await commit()

    const again = await commit()
    await write({ rows: [{ region: 'north' }] })
    const edited = await commit()
    await call('POST', `${table}/archive`)
    const archived = await commit()

    expect(again).toMatchObject({ status: 200, body: { snapshot_id: first.body.snapshot_id, changed: false } })
    expect(edited).toMatchObject({ status: 201, body: { parent_id: first.body.snapshot_id, event_type: 'transform' } })
    expect(archived).toMatchObject({ status: 201, body: { parent_id: edited.body.snapshot_id } })
    expect(
      (await call('GET', `${at}/ops`)).body.ops.filter(({ kind }: { kind: string }) => /snapshot/.test(kind)),
    ).toHaveLength(3)
  })

  test('that is still being edited comes first, and keeps its id when it is committed', async () => {
    const { call, at, write } = await newTable()
    const [editing] = (await call('GET', `${at}/snapshots`)).body.snapshots

    const { body: committed } = await call('POST', `${at}/snapshots`, { summary: 's' })
    await write({ rows: [{ region: 'north' }] })
    const { snapshots } = (await call('GET', `${at}/snapshots`)).body

    expect(editing).toMatchObject({
      status: 'editing',
      summary: null,
      actor: null,
      parent_id: null,
      committed_at: null,
    })
    expect(committed.snapshot_id).toBe(editing.snapshot_id)
    expect(snapshots).toMatchObject([
      { status: 'editing', parent_id: committed.snapshot_id, tables: [{ edit_version: 3, row_count: 3 }] },
      { status: 'committed', snapshot_id: committed.snapshot_id, tables: [{ edit_version: 2, row_count: 2 }] },
    ])
    for (const { snapshot_id, status } of snapshots)
      expect((await call('GET', `${at}/snapshots/${snapshot_id}`)).body).toMatchObject({ snapshot_id, status })
    expect((await call('GET', `${at}/snapshots/snap_00000000000000000000000001`)).status).toBe(404)
  })

  test('pins the version of every table and asks for a checkpoint where edits are pending', async () => {
    const { call, at } = await newTable()
    await call('POST', `${at}/tables`, { name: 'empty', columns: COLUMNS })

    const { body } = await call('POST', `${at}/snapshots`, { summary: 's' })

    expect(body.tables).toEqual([
      { name: 'empty', edit_version: 1, row_count: 0 },
      { name: 'sales', edit_version: 2, row_count: 2 },
    ])
    const tables = await query(
      `select h.table_id, h.edit_version, h.delta_rows, p.reason, p.expires_at, j.run_at <= now() as is_due
      from artifact a join table_head h on h.table_id = a.artifact_id
      left join pin p on p.table_id = h.table_id and p.version = h.edit_version
      left join graphile_worker.jobs j on j.key = 'table.checkpoint:' || h.table_id
      where a.workbook_id in (select workbook_id from artifact where name = 'empty') order by a.name`,
    )
    expect(tables).toMatchObject([
      { edit_version: '1', reason: 'snapshot', expires_at: null, is_due: null },
      { edit_version: '2', reason: 'snapshot', expires_at: null, is_due: true },
    ])
  })

  test('of a workbook others are writing to is one cut: what was written later is not in it without what came before', async () => {
    const { call, at } = await newTable()
    for (const name of ['first', 'second']) await call('POST', `${at}/tables`, { name, columns: [{ name: 'n' }] })
    let isOver = false
    const writer = async () => {
      // Each round writes to the first table, and only then to the second.
      while (!isOver)
        for (const name of ['first', 'second'])
          await call('POST', `${at}/tables/${name}/rows`, { rows: [{ n: 'x' }], expected_version: null })
    }
    const writing = writer()

    const cuts: { name: string; row_count: number }[][] = []
    for (let n = 0; n < 15; n++) cuts.push((await call('POST', `${at}/snapshots`, { summary: `${n}` })).body.tables)
    isOver = true
    await writing

    for (const tables of cuts) {
      const rows = (name: string) => tables.find((table) => table.name === name)?.row_count ?? -1
      expect([0, 1]).toContain(rows('first') - rows('second'))
    }
    expect(new Set(cuts.map((tables) => JSON.stringify(tables))).size).toBeGreaterThan(3)
  })

  test('is listed page by page, and a cursor belongs to its workbook', async () => {
    const { call, at, write } = await newTable()
    for (const region of ['a', 'b', 'c']) {
      await write({ rows: [{ region }] })
      await call('POST', `${at}/snapshots`, { summary: region })
    }

    const summaries: (string | null)[] = []
    let cursor = ''
    for (let pages = 0; pages < 5; pages++) {
      const { body } = await call('GET', `${at}/snapshots?limit=1${cursor && `&cursor=${cursor}`}`)
      summaries.push(...body.snapshots.map(({ summary }: { summary: string | null }) => summary))
      if (!body.next_cursor) break
      cursor = body.next_cursor
    }

    expect(summaries).toEqual([null, 'c', 'b', 'a'])
    const other = await newTable()
    expect(await other.call('GET', `${other.at}/snapshots?cursor=${cursor}`)).toMatchObject({
      status: 400,
      body: { code: 'invalid_cursor' },
    })
  })

  test('is for editors to commit and for viewers to see', async () => {
    const { owner, at } = await newTable()
    const viewer = await service.newPerson()
    await owner.call('PUT', `${at}/members/${viewer.userId}`, { role: 'viewer' })

    expect(await viewer.call('POST', `${at}/snapshots`, { summary: 's' })).toMatchObject({
      status: 403,
      body: { code: 'role_required' },
    })
    expect(await viewer.call('POST', `${at}/versions`, { label: 's' })).toMatchObject({ status: 403 })
    expect((await viewer.call('GET', `${at}/snapshots`)).status).toBe(200)
    expect((await viewer.call('GET', `${at}/versions`)).status).toBe(200)
  })
})

describe('a version', () => {
  test('names the newest snapshot, and commits one first where something changed', async () => {
    const { call, at, write } = await newTable()

    const first = await call('POST', `${at}/versions`, { label: '第1四半期', summary: 'closed' })
    const second = await call('POST', `${at}/versions`, { label: 'again' })
    await write({ rows: [{ region: 'north' }] })
    const third = await call('POST', `${at}/versions`, { label: 'v3' })

    expect(first).toMatchObject({ status: 201, body: { label: '第1四半期', summary: 'closed' } })
    expect(second.body).toMatchObject({ snapshot_id: first.body.snapshot_id, summary: null })
    expect(third.body.snapshot_id).not.toBe(first.body.snapshot_id)
    const { snapshots } = (await call('GET', `${at}/snapshots`)).body
    expect(snapshots.slice(1)).toMatchObject([
      { versions: ['v3'], summary: 'v3' },
      { versions: ['第1四半期', 'again'], summary: 'closed' },
    ])
    expect((await call('GET', `${at}/versions`)).body.versions.map(({ label }: { label: string }) => label)).toEqual([
      'v3',
      'again',
      '第1四半期',
    ])
    expect((await call('GET', `${at}/versions/${encodeURIComponent('第1四半期')}`)).body).toEqual(first.body)
    expect((await call('GET', `${at}/versions/none`)).status).toBe(404)
    expect((await call('GET', `${at}/ops?limit=1`)).body.ops).toMatchObject([{ kind: 'version.commit' }])
  })

  test('has a label of its own: the second commit is refused and leaves no trace', async () => {
    const { call, at, write } = await newTable()
    await call('POST', `${at}/versions`, { label: 'ガ' })
    await write({ rows: [{ region: 'north' }] })
    const before = (await call('GET', `${at}/snapshots`)).body

    const refused = await call('POST', `${at}/versions`, { label: 'カ\u3099' })

    expect(refused).toMatchObject({ status: 409, body: { code: 'name_taken', name: 'ガ' } })
    expect((await call('GET', `${at}/snapshots`)).body).toEqual(before)
    for (const label of ['', 'x'.repeat(121)])
      expect((await call('POST', `${at}/versions`, { label })).status).toBe(422)
  })

  test('of one label wanted by many at once is given to one of them', async () => {
    const { call, at } = await newTable()

    const answers = await Promise.all(Array.from({ length: 8 }, () => call('POST', `${at}/versions`, { label: 'v1' })))

    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409, 409, 409])
  })

  test('sent again under its Idempotency-Key is answered as the first time', async () => {
    const { call, at } = await newTable()
    const send = () => call('POST', `${at}/versions`, { label: 'v1' }, { 'idempotency-key': 'one' })
    const first = await send()

    const again = await send()

    expect(again).toMatchObject({ status: 201, body: first.body })
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect((await call('GET', `${at}/versions`)).body.versions).toHaveLength(1)
  })
})
