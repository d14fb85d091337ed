import { describe, expect, test } from 'vitest'
import { asReadable, type ReadableColumn, type ReadableTable } from '../table/readable-table.ts'
import type { Edit } from '../table/table.ts'
import { type FindEdits, KeptPages, type ReadEncoded } from './kept-pages.ts'
import type { PageRequest } from './reader.ts'

const MEGABYTE = 1024 ** 2
const JSON_OBJECTS = { format: 'json', shape: 'objects' } as const

/** What became of the rows is not known: a new version is read again. */
const unknownEdits: FindEdits = async () => undefined

const columnOf = (id: number, more: Partial<ReadableColumn> = {}): ReadableColumn => ({
  id,
  origin: id,
  name: `c${id}`,
  type: { name: 'BIGINT' },
  initial: null,
  description: null,
  isMasked: false,
  ...more,
})

const tableAt = (version: number, rowCount: number, columns = [columnOf(1)]): ReadableTable =>
  asReadable({
    workbookId: 'w',
    tableId: 't',
    name: 'sales',
    version,
    schemaNo: 1,
    rowCount,
    columns,
    editSeq: version,
  })

const pageAt = (offset: number, limit: number): PageRequest => ({
  columnIds: [1],
  limit,
  start: { offset },
  orderBy: [],
  filter: null,
  isCounted: false,
})

/** Stands for an engine: row n of a version holds both numbers. */
function engineOf(table: ReadableTable, answeredVersion = table.version) {
  const asked: PageRequest[] = []
  const read: ReadEncoded = async (request) => {
    asked.push(request)
    const first = 'offset' in request.start ? request.start.offset : 0
    const pageRows = Math.min(request.limit, (table.rowCount ?? 0) - first)
    const lines = rowsFrom(table.version, first, pageRows).map((row) => `${JSON.stringify(row)}\n`)
    return { version: answeredVersion, rows: Buffer.from(lines.join('')), pageRows, next: null, count: null }
  }
  return { asked, read }
}

const rowsFrom = (version: number, first: number, count: number) =>
  Array.from({ length: count }, (_, n) => ({ c1: `${version}/${first + n}`, __svc_row_id: 10 * (first + n) }))

test('every page is the one that an engine would have made, and no row is asked for twice', async () => {
  const table = tableAt(3, 250)
  const pages = new KeptPages(MEGABYTE, unknownEdits)
  const { asked, read } = engineOf(table)
  await pages.page(table, pageAt(0, 1000), read)

  for (const [offset, limit] of [
    [0, 100],
    [0, 1],
    [99, 2],
    [150, 100],
    [37, 163],
    [249, 5],
    [200, 100],
  ] as const) {
    const page = await pages.page(table, pageAt(offset, limit), read)
    const rows = rowsFrom(3, offset, Math.min(limit, 250 - offset))
    expect(page?.rows.toString()).toBe(JSON.stringify(rows))
    expect(page).toMatchObject({ version: 3, pageRows: rows.length })
    expect(page?.next).toEqual(offset + limit < 250 ? { values: [], rowId: 10 * (offset + limit - 1) } : null)
  }
  expect(asked).toHaveLength(1)
})

test('another version, other columns and another mask are never answered with what was kept', async () => {
  const pages = new KeptPages(MEGABYTE, unknownEdits)
  const masked = [columnOf(1, { isMasked: true })]
  const styled = [columnOf(1, { isMasked: true, style: 'hash' })]
  const tables = [tableAt(3, 250), tableAt(3, 250, masked), tableAt(3, 250, styled), tableAt(4, 250), tableAt(3, 250)]

  const engines = tables.map((table) => engineOf(table))
  for (const [n, table] of tables.entries()) await pages.page(table, pageAt(0, 10), engines[n]?.read ?? neverRead)

  expect(engines.map(({ asked }) => asked.length)).toEqual([1, 1, 1, 1, 1])
})

test('what an engine answered at a later version is not kept, nor what is older than what is kept', async () => {
  const pages = new KeptPages(MEGABYTE, unknownEdits)
  const [older, newer] = [tableAt(3, 250), tableAt(4, 250)]

  expect(await pages.page(older, pageAt(0, 10), engineOf(older, 4).read)).toBeUndefined()
  await pages.page(newer, pageAt(0, 10), engineOf(newer).read)
  await pages.page(older, pageAt(0, 10), engineOf(older).read)

  expect((await pages.page(newer, pageAt(0, 10), neverRead))?.version).toBe(4)
})

test('what was used last is kept within the budget, and a workbook is forgotten whole', async () => {
  const pages = new KeptPages(20_000, unknownEdits)
  const tables = ['a', 'b', 'c', 'd'].map((tableId) => asReadable({ ...tableAt(1, 200), tableId }))
  for (const table of tables) await pages.page(table, pageAt(0, 200), engineOf(table).read)

  const [first, , , last] = tables.map((table) => ({ table, ...engineOf(table) }))
  await pages.page(last?.table ?? tableAt(0, 0), pageAt(0, 200), neverRead)
  await pages.page(first?.table ?? tableAt(0, 0), pageAt(0, 200), first?.read ?? neverRead)
  pages.forget('w')
  await pages.page(last?.table ?? tableAt(0, 0), pageAt(0, 200), last?.read ?? neverRead)

  expect([first?.asked.length, last?.asked.length]).toEqual([1, 1])
})

test('only plain pages of JSON are kept', () => {
  const pages = new KeptPages(MEGABYTE, unknownEdits)
  const table = tableAt(1, 250)
  const isFor = (request: Partial<PageRequest>, format: Parameters<KeptPages['isFor']>[2] = JSON_OBJECTS) =>
    pages.isFor(table, { ...pageAt(0, 100), ...request }, format)

  expect(isFor({})).toBe(true)
  expect(isFor({ start: { after: { values: [], rowId: 3 } } })).toBe(false)
  expect(isFor({ start: { offset: 250 } })).toBe(false)
  expect(isFor({ orderBy: [{ columnId: 1, isDescending: false }] })).toBe(false)
  expect(isFor({ filter: { columnId: 1, op: 'is_null' } })).toBe(false)
  expect(isFor({ isCounted: true })).toBe(false)
  expect(isFor({}, { format: 'arrow', shape: 'objects' })).toBe(false)
  expect(pages.isFor(asReadable({ ...table, isPast: true }), pageAt(0, 100), JSON_OBJECTS)).toBe(false)
  expect(new KeptPages(0, unknownEdits).isFor(table, pageAt(0, 100), JSON_OBJECTS)).toBe(false)
})

const neverRead: ReadEncoded = () => Promise.reject(new Error('nothing is asked of an engine'))

test('rows that were read while values were erased are not kept', async () => {
  const table = tableAt(3, 50)
  const pages = new KeptPages(MEGABYTE, unknownEdits)
  const { asked, read } = engineOf(table)
  const during: ReadEncoded = async (request, format) => {
    const answer = await read(request, format)
    pages.forget('w')
    return answer
  }

  await pages.page(table, pageAt(0, 10), during)
  await pages.page(table, pageAt(0, 10), read)

  expect(asked).toHaveLength(2)
})

describe('after edits of rows', () => {
  const editsOf =
    (...edits: Edit[]): FindEdits =>
    async () =>
      edits
  const updateOf = (rowId: number, value: string): Edit => ({ op: 'U', rowId, cells: { 1: value } })
  const warm = async (pages: KeptPages) => {
    const table = tableAt(3, 250)
    await pages.page(table, pageAt(0, 250), engineOf(table).read)
  }

  test('a changed cell is written into its line, and nothing is asked of an engine', async () => {
    const pages = new KeptPages(MEGABYTE, editsOf(updateOf(10, '41'), updateOf(10, '42')))
    await warm(pages)

    const page = await pages.page(tableAt(5, 250), pageAt(0, 3), neverRead)

    expect(page?.version).toBe(5)
    expect(page?.rows.toString()).toBe(
      '[{"c1":"3/0","__svc_row_id":0},{"c1":42,"__svc_row_id":10},{"c1":"3/2","__svc_row_id":20}]',
    )
  })

  test.each([
    ['a row that is gone', 249, { op: 'D', rowId: 1500, cells: {} } as const, 0, 100],
    ['a row that came last', 251, { op: 'I', rowId: 2500, cells: { 1: '7' } } as const, 0, 200],
  ])(
    '%s leaves the blocks before it as they are, and those behind are read again',
    async (_, rowCount, edit, from, to) => {
      const pages = new KeptPages(MEGABYTE, editsOf(edit))
      await warm(pages)
      const table = tableAt(4, rowCount)
      const { asked, read } = engineOf(table)

      const before = await pages.page(table, pageAt(from, to), neverRead)
      const behind = await pages.page(table, pageAt(to, 50), read)

      expect([before?.version, before?.pageRows, behind?.pageRows]).toEqual([4, to - from, Math.min(50, rowCount - to)])
      expect(asked).toHaveLength(1)
    },
  )

  test.each([
    ['its columns have changed', { schemaNo: 2 }],
    ['it is far behind', { version: 204 }],
    [
      'its reader sees some rows only',
      { rows: { name: 'east', condition: { kind: 'boolean', value: true } as const } },
    ],
  ])('a page is read again where %s', async (_, change) => {
    const pages = new KeptPages(MEGABYTE, editsOf(updateOf(10, '42')))
    await warm(pages)
    const table = asReadable({ ...tableAt(4, 250), ...change })
    const { asked, read } = engineOf(table)

    await pages.page(table, pageAt(0, 3), async (request, format) => ({ ...(await read(request, format)), count: 250 }))

    expect(asked).toHaveLength(1)
  })

  test('nothing follows that was erased meanwhile', async () => {
    let erase = () => {}
    const pages = new KeptPages(MEGABYTE, async () => {
      erase()
      return [updateOf(10, '42')]
    })
    await warm(pages)
    erase = () => pages.forget('w')
    const table = tableAt(4, 250)
    const { asked, read } = engineOf(table)

    await pages.page(table, pageAt(0, 3), read)

    expect(asked).toHaveLength(1)
  })

  test('what the node has committed itself is not looked up, unless another has committed in between', async () => {
    const pages = new KeptPages(MEGABYTE, unknownEdits)
    await warm(pages)
    pages.follow({ tableId: 't', version: 4, rowCount: 250, edits: [updateOf(10, '41')] })
    pages.follow({ tableId: 't', version: 6, rowCount: 250, edits: [updateOf(20, '42')] })

    const followed = await pages.page(tableAt(4, 250), pageAt(1, 1), neverRead)
    const { asked, read } = engineOf(tableAt(6, 250))
    await pages.page(tableAt(6, 250), pageAt(1, 1), read)

    expect(followed?.rows.toString()).toBe('[{"c1":41,"__svc_row_id":10}]')
    expect(asked).toHaveLength(1)
  })

  test('rows are at hand by their ids, with what is shown of their cells', async () => {
    const pages = new KeptPages(MEGABYTE, unknownEdits)
    const columns = [columnOf(1), columnOf(2, { isMasked: true }), columnOf(3, { type: { name: 'JSON' } })]
    const table = tableAt(3, 2, columns)
    const lines = Buffer.from(
      '{"c1":1,"c2":null,"c3":null,"__svc_row_id":4}\n{"c1":"9007199254740993","c2":null,"c3":[1,"]"],"__svc_row_id":9}\n',
    )
    const request = { ...pageAt(0, 2), columnIds: [1, 2, 3] }
    await pages.page(table, request, async () => ({ version: 3, rows: lines, pageRows: 2, next: null, count: null }))
    const find = (ids: number[], asked: ReadableColumn[]) => pages.rowsAtHand(tableAt(5, 2, columns), ids, asked)

    expect(find([9, 4], columns.slice(0, 2))).toEqual({
      version: 3,
      rows: new Map([
        [4, { 1: '1', 2: null }],
        [9, { 1: '9007199254740993', 2: null }],
      ]),
    })
    // A row that is not here, a column that is masked for those who read it, and one whose NULL looks like the JSON value null.
    expect(find([9, 5], columns.slice(0, 1))).toBeUndefined()
    expect(find([9], [columnOf(2)])).toBeUndefined()
    expect(find([9], columns)).toBeUndefined()
  })
})

test('rows that a reader sees some of are kept with their number, apart from those of others', async () => {
  const pages = new KeptPages(MEGABYTE, unknownEdits)
  const seen = (name: string, rowCount: number) => {
    const rows = { name, condition: { kind: 'boolean', value: true } } as const
    const table = asReadable({ ...tableAt(3, 0), rows, rowCount: null })
    const { asked, read } = engineOf(tableAt(3, rowCount))
    const counted: ReadEncoded = async (request, format) => ({ ...(await read(request, format)), count: rowCount })
    return { table, asked, read: counted }
  }
  const [east, west, none] = [seen('east', 150), seen('west', 20), seen('none', 0)]
  const request = { ...pageAt(0, 100), isCounted: true }

  const first = await pages.page(east.table, request, east.read)
  const again = await pages.page(east.table, request, neverRead)
  const other = await pages.page(west.table, request, west.read)
  const empty = [await pages.page(none.table, request, none.read), await pages.page(none.table, request, neverRead)]

  expect([first, again].map((page) => [page?.count, page?.pageRows, page?.next?.rowId])).toEqual([
    [150, 100, 990],
    [150, 100, 990],
  ])
  expect([other?.count, other?.pageRows, other?.next]).toEqual([20, 20, null])
  expect(empty.map((page) => [page?.count, page?.pageRows, page?.rows.toString()])).toEqual([
    [0, 0, '[]'],
    [0, 0, '[]'],
  ])
  expect([pages.isFor(east.table, request, JSON_OBJECTS), east.asked.length]).toEqual([true, 1])
})
