import { expect, test, vi } from 'vitest'
import { startService } from '../../../../../test/service.ts'
import { newSourcePlace } from '../../../../../test/source-place.ts'

// The first loader of a node tries the sandbox out, which takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const service = startService()

const STORES = 'store,city,Apr,May\nshort,c,m,m\nA,Tokyo,1,2\nB,Osaka,3,4\nC,Kobe,5,6\nTotal,,9,12\n'
const FILE = { bytes: STORES, filename: 'stores.csv' }

const patched = (operations: readonly unknown[], more = {}) => ({ spec_version: 1, operations, ...more })

test('an operation changes all that follows from it, and answers with spec, preview and check', async () => {
  const { call, analyzed } = await newSourcePlace(service)
  const { path } = await analyzed(FILE)

  const { status, body } = await call(
    'PATCH',
    `${path}/parse-spec`,
    patched([
      { op: 'set_header_rows', region: 'r1', rows: [1] },
      { op: 'set_role', region: 'r1', rows: [2], role: 'unit' },
      { op: 'choose_reading', region: 'r1', reshape: null },
    ]),
  )

  expect([status, body.spec_version, body.revision, body.overridden]).toEqual([200, 1, 2, []])
  expect(body.regions[0].columns.map(({ name, type }: Record<string, string>) => `${name} ${type}`)).toEqual([
    'store VARCHAR',
    'city VARCHAR',
    'Apr BIGINT',
    'May BIGINT',
  ])
  expect(body.preview[0]).toMatchObject({ name: 'stores', row_count: 3 })
  expect(body.preview[0].rows[0]).toEqual({ store: 'A', city: 'Tokyo', Apr: 1, May: 2 })
  expect(body.check[0]).toMatchObject({ table: 'stores', rows_in: 3, rows_out: 3, balanced: true })
  const { preview: _, overridden: __, can_undo: ___, ...kept } = body
  expect((await call('GET', `${path}/parse-spec`)).body).toEqual(kept)
})

test('tables are made as operations say, totals with a column that tells them apart', async () => {
  const { call, analyzed, rows } = await newSourcePlace(service)
  const { path } = await analyzed(FILE)
  await call(
    'PATCH',
    `${path}/parse-spec?preview=false`,
    patched([
      { op: 'choose_reading', region: 'r1', reshape: null },
      { op: 'keep_totals', region: 'r1' },
      { op: 'rename', region: 'r1', column: 'A', name: '店' },
      { op: 'name_table', region: 'r1', name: '売上' },
    ]),
  )

  await call('POST', `${path}/materialize`, {})

  expect((await rows('売上')).map((row: Record<string, unknown>) => [row.店, row.is_total])).toEqual([
    ['A', false],
    ['B', false],
    ['C', false],
    ['Total', true],
  ])
})

test('an impossible value is refused with the values that are possible, and nothing is kept', async () => {
  const { call, analyzed } = await newSourcePlace(service)
  const { path, spec } = await analyzed(FILE)
  const refused = async (...operations: unknown[]) => {
    const { status, body } = await call('PATCH', `${path}/parse-spec`, patched(operations))
    return [status, body.errors?.[0]?.loc.slice(1).join('.'), body.errors?.[0]?.allowed]
  }

  expect(await refused({ op: 'set_header_rows', region: 'r1', rows: [99] })).toEqual([
    422,
    'operations.0.rows',
    ['1:6'],
  ])
  expect(
    await refused({ op: 'keep_totals', region: 'r1' }, { op: 'rename', region: 'r1', column: 'x', name: 'y' }),
  ).toEqual([422, 'operations.1.column', spec.regions[0].columns.map(({ name }: { name: string }) => name)])
  expect((await refused({ op: 'set_type', region: 'r1', column: 'A', type: 'MONEY' }))[2]).toContain('DECIMAL(18,2)')
  expect(await refused({ op: 'set_kind', region: 'r7', kind: 'note' })).toEqual([422, 'operations.0.region', ['r1']])
  expect((await refused({ op: 'rename', region: 'r1', name: 'y' })).slice(0, 2)).toEqual([422, 'operations.0.column'])
  expect((await call('GET', `${path}/parse-spec`)).body).toEqual(spec)
})

test('what was corrected by hand, by either way, outlives operations, new analyses and is reported where it cannot', async () => {
  const { call, analyzed } = await newSourcePlace(service)
  const { path, spec } = await analyzed(FILE)
  const sent = structuredClone(spec)
  sent.regions[0].columns[1].name = '市'
  await call('PUT', `${path}/parse-spec?preview=false`, sent)

  const first = await call(
    'PATCH',
    `${path}/parse-spec`,
    patched([{ op: 'set_role', region: 'r1', rows: [2], role: 'unit' }]),
  )
  const again = (await call('POST', `${path}/analyze?keep_overrides=true`)).body.parse_spec
  const second = await call('PATCH', `${path}/parse-spec`, {
    spec_version: 2,
    operations: [{ op: 'set_header_rows', region: 'r1', rows: [1, 2] }],
  })

  expect(first.body.regions[0]).toMatchObject({ header_rows: [1], columns: { 1: { name: '市' } } })
  expect(again.regions[0]).toMatchObject({ header_rows: [1], columns: { 1: { name: '市' } } })
  expect(second.body.regions[0]).toMatchObject({ header_rows: [1, 2], columns: { 1: { name: '市' } } })
  expect(second.body.overridden).toMatchObject([
    { region_id: 'r1', correction: { op: 'set_role', rows: [2], role: 'unit' } },
  ])
})

test('operations for a spec that has changed since are refused', async () => {
  const { call, analyzed } = await newSourcePlace(service)
  const { path } = await analyzed(FILE)
  const rename = [{ op: 'rename', region: 'r1', column: 'A', name: 'shop' }]
  await call('PATCH', `${path}/parse-spec`, patched(rename, { revision: 1 }))

  const late = await call('PATCH', `${path}/parse-spec`, patched(rename, { revision: 1 }))
  const older = await call('PATCH', `${path}/parse-spec`, { ...patched(rename), spec_version: 7 })

  expect(late).toMatchObject({ status: 409, body: { code: 'version_conflict', current_version: 2 } })
  expect(older).toMatchObject({ status: 409, body: { code: 'version_conflict' } })
})

test('a dry run shows what operations would do, and keeps and records nothing', async () => {
  const { call, analyzed } = await newSourcePlace(service)
  const { path, spec } = await analyzed(FILE)
  const before = (await call('GET', '/audit-log')).body.entries

  const { body } = await call(
    'PATCH',
    `${path}/parse-spec?dry_run=true`,
    patched([{ op: 'rename', region: 'r1', column: 'A', name: 'shop' }]),
  )

  expect(body.regions[0].columns[0].name).toBe('shop')
  expect((await call('GET', `${path}/parse-spec`)).body).toEqual(spec)
  expect((await call('GET', '/audit-log')).body.entries).toEqual(before)
})

test('the audit log says which operations were made', async () => {
  const { call, analyzed } = await newSourcePlace(service)
  const { path } = await analyzed(FILE)
  await call('PATCH', `${path}/parse-spec`, patched([{ op: 'rename', region: 'r1', column: 'A', name: 'shop' }]))

  const { entries } = (await call('GET', '/audit-log')).body

  expect(entries.find(({ action }: { action: string }) => action === 'source.correct')).toMatchObject({
    target: { source: 'stores.csv' },
    detail: { revision: 2, operations: ['rename'] },
  })
})

test('the next edition of the file is corrected by the same operations, and a new month is taken along', async () => {
  const { call, analyzed, revise, rows } = await newSourcePlace(service)
  const { path } = await analyzed(FILE)
  await call(
    'PATCH',
    `${path}/parse-spec?preview=false`,
    patched([
      { op: 'set_header_rows', region: 'r1', rows: [1] },
      { op: 'rename', region: 'r1', column: 'B', name: 'place' },
      { op: 'choose_reading', region: 'r1', reshape: { kind: 'unpivot', value_columns: ['Apr', 'May'] } },
    ]),
  )
  await call('POST', `${path}/materialize`, {})

  const next = 'store,city,Apr,May,Jun\nshort,c,m,m,m\nA,Tokyo,1,2,7\nB,Osaka,3,4,8\nC,Kobe,5,6,9\n'
  await revise('stores.csv', { bytes: next, filename: 'stores.csv' })

  const spec = (await call('GET', `${path}/parse-spec`)).body
  expect(spec.regions[0]).toMatchObject({ header_rows: [1], columns: { 1: { name: 'place' } } })
  expect(await rows('stores')).toHaveLength(12)
})

test('cells are read as they were meant, and two tables become one, when tables are made', async () => {
  const { call, analyzed, rows } = await newSourcePlace(service)
  const bytes = 'item,qty,,item,qty\ntea,1,,pen,7\nmilk,2(p),,ink,8\nbread,3,,cap,9\nsalt,4,,pad,6\n'
  const { path, spec } = await analyzed({ bytes, filename: 'goods.csv' })
  const ids = spec.regions.filter(({ kind }: { kind: string }) => kind === 'data')
  const [left, right] = ids.map(({ region_id }: { region_id: string }) => region_id)

  const { body } = await call(
    'PATCH',
    `${path}/parse-spec`,
    patched([
      { op: 'read_as', region: left, cells: [{ cell: 'B3', text: '2' }] },
      { op: 'leave_out', region: right, ranges: ['E5'] },
      { op: 'unite_tables', regions: [left, right], name: 'goods', column: 'block' },
    ]),
  )
  await call('POST', `${path}/materialize`, {})

  expect(body.check).toMatchObject([{ table: 'goods', rows_in: 8, rows_out: 8, balanced: true }])
  const made = await rows('goods')
  expect(made.map(({ item, qty }: Record<string, unknown>) => [item, qty])).toEqual([
    ['tea', 1], ['milk', 2], ['bread', 3], ['salt', 4], ['pen', 7], ['ink', 8], ['cap', 9], ['pad', null],
  ]) // biome-ignore format: rows
})

const BUDGET = 'item,plan,actual\nHall,412,398\nTents,96,121\nEvents total,999,777\nLunch,230,251\nMusic,188,176\n'

test('the question of a region is answered by one operation, and is not asked again', async () => {
  const { call, analyzed } = await newSourcePlace(service)
  const { path, spec } = await analyzed({ bytes: BUDGET, filename: 'budget.csv' })
  const [region] = spec.regions

  const apart = await call('PATCH', `${path}/parse-spec`, patched([{ op: 'answer', region: 'r1', choice: 1 }]))
  await call('PATCH', `${path}/parse-spec`, patched([{ op: 'undo' }]))
  const data = await call('PATCH', `${path}/parse-spec`, patched([{ op: 'answer', region: 'r1', choice: 0 }]))
  const again = await call('POST', `${path}/analyze?keep_overrides=true`, {})

  expect(region.question.code).toBe('totals')
  expect(apart.body.regions[0]).toMatchObject({
    needs_review: false,
    question: null,
    row_roles: [{ rows: [4], role: 'total' }],
  })
  expect(apart.body.preview.map(({ row_count }: { row_count: number }) => row_count)).toEqual([4, 1])
  expect(data.body.preview.map(({ row_count }: { row_count: number }) => row_count)).toEqual([5])
  expect(again.body.parse_spec.regions[0]).toMatchObject({ needs_review: false, question: null })
})

test('an answer to what is not asked is refused with the regions that ask, and the choices there are', async () => {
  const { call, analyzed } = await newSourcePlace(service)
  const { path } = await analyzed({ bytes: BUDGET, filename: 'budget.csv' })
  const refused = async (operation: unknown) => {
    const { status, body } = await call('PATCH', `${path}/parse-spec`, patched([operation]))
    return [status, body.errors?.[0]?.loc.slice(1).join('.'), body.errors?.[0]?.allowed]
  }

  expect(await refused({ op: 'answer', region: 'r9', choice: 0 })).toEqual([422, 'operations.0.region', ['r1']])
  expect(await refused({ op: 'answer', region: 'r1', choice: 5 })).toEqual([422, 'operations.0.choice', [0, 1]])
})

test('corrections are taken back one after the other, with all that followed from them', async () => {
  const { call, analyzed } = await newSourcePlace(service)
  const { path, spec } = await analyzed(FILE)
  const patch = async (...operations: unknown[]) =>
    (await call('PATCH', `${path}/parse-spec`, patched(operations))).body
  const first = await patch({ op: 'rename', region: 'r1', column: 'B', name: 'place' })
  const second = await patch({ op: 'set_header_rows', region: 'r1', rows: [1] })

  const once = await patch({ op: 'undo' })
  const twice = await patch({ op: 'undo' })
  const thrice = await call('PATCH', `${path}/parse-spec`, patched([{ op: 'undo' }]))

  expect([first.can_undo, second.can_undo, once.can_undo, twice.can_undo]).toEqual([true, true, true, false])
  expect(once).toEqual({ ...first, revision: 4, overridden: [] })
  const { preview: _, can_undo: __, overridden: ___, ...kept } = twice
  expect(kept).toEqual({ ...spec, revision: 5 })
  expect(thrice).toMatchObject({ status: 400, body: { code: 'action_not_applicable' } })
})

test('what was corrected before a new analysis cannot be taken back', async () => {
  const { call, analyzed } = await newSourcePlace(service)
  const { path } = await analyzed(FILE)
  await call('PATCH', `${path}/parse-spec`, patched([{ op: 'rename', region: 'r1', column: 'B', name: 'place' }]))
  await call('POST', `${path}/analyze`, {})

  const undone = await call('PATCH', `${path}/parse-spec`, { spec_version: 2, operations: [{ op: 'undo' }] })
  const mixed = await call('PATCH', `${path}/parse-spec`, {
    spec_version: 2,
    operations: [{ op: 'undo' }, { op: 'keep_totals', region: 'r1' }],
  })

  expect(undone.body.code).toBe('action_not_applicable')
  expect(mixed).toMatchObject({ status: 422, body: { errors: [{ code: 'alone' }] } })
})

test('a column for links is asked for by an operation, and stays when the table is read again', async () => {
  const { call, analyzed } = await newSourcePlace(service)
  const { path } = await analyzed(FILE)

  const asked = await call(
    'PATCH',
    `${path}/parse-spec`,
    patched([{ op: 'keep_links', region: 'r1', column: 'A', name: 'page' }]),
  )
  const later = await call('PATCH', `${path}/parse-spec`, patched([{ op: 'set_header_rows', region: 'r1', rows: [1] }]))
  const off = await call(
    'PATCH',
    `${path}/parse-spec`,
    patched([{ op: 'keep_links', region: 'r1', column: 'A', on: false }]),
  )

  expect(asked.body.regions[0].columns[0].link_to).toBe('page')
  expect(later.body.regions[0]).toMatchObject({ header_rows: [1], columns: { 0: { link_to: 'page' } } })
  expect(off.body.regions[0].columns[0].link_to).toBeNull()
})
