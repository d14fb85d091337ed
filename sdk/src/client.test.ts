import { tableFromIPC } from 'apache-arrow'
import { expect, test } from 'vitest'
import { SALES, startWorld } from '../test/world.ts'
import { toArrowTable } from './arrow.ts'
import type { ClientOptions } from './client.ts'
import { isProblem } from './problem.ts'
import type { Progress } from './send-counted.ts'

const { newClient } = startWorld()

type Sale = { region: string; amount: number; __svc_row_id?: number }

async function newSales(rows: Sale[] = [{ region: 'east', amount: 1 }], more: Partial<ClientOptions> = {}) {
  const client = await newClient(more)
  const workbook = await client.createWorkbook({ title: 'Ledger' })
  await workbook.createTable(SALES)
  const sales = workbook.table<Sale>('sales')
  await sales.append(rows)
  return { client, workbook, sales }
}

const many = (count: number) => Array.from({ length: count }, (_, n) => ({ region: `r${n % 7}`, amount: n }))

test('rows come one by one over all pages, filtered and ordered as asked', async () => {
  const { sales } = await newSales(many(2_500))

  const seen: number[] = []
  for await (const { amount } of sales.rows({
    filter: { column: 'amount', op: '>=', value: 10 },
    order_by: ['-amount'],
    columns: ['amount'],
    limit: 1_000,
  }))
    seen.push(amount)

  expect(seen).toEqual(Array.from({ length: 2_490 }, (_, n) => 2_499 - n))
})

test('columns of any name are chosen, ordered, written and matched', async () => {
  const workbook = await (await newClient()).createWorkbook({ title: 'Ledger' })
  const names = ['a,b', '-n', 'n', '["a"]', '[', 'two words', '"quoted"', '売上（千円）', 'a&b=c#d%2C+']
  await workbook.createTable({ name: 'odd', columns: names.map((name) => ({ name })) })
  const odd = workbook.table('odd')
  const rowOf = (n: number) => Object.fromEntries(names.map((name) => [name, String((n * 7) % 3)]))
  await odd.append([1, 2, 3].map((n) => ({ ...rowOf(n), n: String(n) })))
  const { columns } = await odd.read()
  const kept = columns.map(({ name }) => name)

  for (const name of kept) {
    const read = async (direction: 'asc' | 'desc') =>
      (
        await odd.rows({ columns: [name], order_by: [{ column: name, direction }], include_row_ids: false }).toArray()
      ).map((row) => row[name])
    const up = await read('asc')
    expect(up).toEqual(up.toSorted())
    expect(await read('desc')).toEqual(up.toReversed())
    const arrow = await toArrowTable(await odd.arrow({ columns: [name] }))
    expect(arrow.schema.fields.map((field) => field.name)).toEqual([name])
  }
  const both = await odd.rows({ columns: kept, order_by: ['a,b', '-n'] }).toArray()
  expect(both.length).toBe(3)
  await odd.write({ rows: [{ 'a,b': 'x', '-n': 'y', n: 'z' }], match_on: ['a,b', '-n'], expected_version: null })
  await odd.write({ rows: [{ 'a,b': 'x', '-n': 'y', n: 'again' }], match_on: ['a,b', '-n'], expected_version: null })
  expect((await odd.read()).row_count).toBe(4)
})

test('a name that an address has no part for is refused before it leads somewhere else', async () => {
  const { workbook } = await newSales()

  await expect(workbook.table('..').columns()).rejects.toThrow(TypeError)
})

test('more rows than one write takes are appended in as many as it needs, and once under one key', async () => {
  const { sales } = await newSales([])
  async function* endless() {
    yield* many(12_000)
  }

  const appended = await sales.append(endless(), { idempotencyKey: 'load' })
  await sales.append(endless(), { idempotencyKey: 'load' })

  const { row_count } = await sales.read()
  expect(appended.inserted).toBe(12_000)
  expect(row_count).toBe(12_000)
})

test('an edit that another one overtakes is applied again to its result', async () => {
  const { sales } = await newSales([{ region: 'east', amount: 1 }])
  let overtaken = 0

  await sales.edit(async ({ rows, editVersion }) => {
    if (overtaken++ < 2) {
      const [first] = rows
      await sales.write({ rows: [{ ...first, amount: (first?.amount ?? 0) * 10 }], expected_version: editVersion })
    }
    return rows.map((row) => ({ ...row, amount: row.amount + 1 }))
  })

  expect(await sales.rows().toArray()).toMatchObject([{ amount: 101 }])
  expect(overtaken).toBe(3)
})

test('an edit gives up after as many attempts as it was given, with the conflict itself', async () => {
  const { sales } = await newSales()
  let tries = 0

  const failure = await sales
    .edit(
      async ({ rows, editVersion }) => {
        tries++
        await sales.write({ rows: [{ region: 'other', amount: tries }], expected_version: editVersion })
        return rows
      },
      { attempts: 2 },
    )
    .catch((error: unknown) => error)

  expect(tries).toBe(2)
  expect(isProblem(failure, 'version_conflict') && failure.fields).toMatchObject({
    expected_version: 3,
    current_version: 4,
  })
})

test('an edit deletes rows, and one that changes nothing writes nothing', async () => {
  const { sales } = await newSales(many(3))
  const { edit_version } = await sales.read()

  const nothing = await sales.edit(() => [])
  const deleted = await sales.edit(({ rows }) => ({ delete: rows.slice(0, 2).map((row) => row.__svc_row_id ?? 0) }))

  expect(nothing).toBeNull()
  expect(deleted).toMatchObject({ deleted: 2, edit_version: edit_version + 1 })
})

test('the state that an edit is given is of one version, though the table changes between two of its pages', async () => {
  let beforeSecondPage = async () => {}
  const meddling: typeof fetch = async (input, init) => {
    if (String(input).includes('cursor=')) await beforeSecondPage()
    return fetch(input, init)
  }
  const { sales } = await newSales(many(1_500), { fetch: meddling })
  beforeSecondPage = async () => {
    beforeSecondPage = async () => {}
    await sales.append([{ region: 'beside', amount: 0 }])
  }
  const seen: number[] = []

  await sales.edit(({ rows }) => {
    seen.push(rows.length)
    return [{ region: 'sum', amount: rows.length }]
  })

  expect(seen).toEqual([1_501])
})

test('a query answers its first rows, and all of them on demand', async () => {
  const { workbook } = await newSales(many(2_500))

  const answer = await workbook.query<{ amount: number }>(
    'SELECT amount FROM sales WHERE amount >= ? ORDER BY amount',
    {
      params: [100],
      limit: 1_000,
    },
  )
  const all = await answer.all().toArray()

  expect(answer).toMatchObject({ row_count: 2_400, rows: { length: 1_000 } })
  expect([all.length, all[0]?.amount, all.at(-1)?.amount]).toEqual([2_400, 100, 2_499])
})

test('rows and answers come as Arrow, as bytes and as a table of apache-arrow', async () => {
  const { workbook, sales } = await newSales(many(1_200))

  const table = await toArrowTable(await sales.arrow({ columns: ['amount'] }))
  const answered = tableFromIPC(
    await (await workbook.queryArrow('SELECT sum(amount)::BIGINT AS total FROM sales')).bytes(),
  )

  expect(table.numRows).toBe(1_200)
  expect(answered.get(0)?.total).toBe(719_400n)
})

test('a small file is sent at once, a large one to a slot, and both tell how far they are', async () => {
  const client = await newClient()
  const workbook = await client.createWorkbook({ title: 'Files' })
  const csv = (n: number) => ({ content: `code,amount\n000${n},1\n000${n + 1},2\n`, filename: `売上${n}.csv` })
  const reports: Progress[] = []

  const small = await workbook.upload(csv(1), { structuring: 'skip', onProgress: (progress) => reports.push(progress) })
  const large = await workbook.upload(csv(5), {
    structuring: 'skip',
    slotFromBytes: 1,
    onProgress: (p) => reports.push(p),
  })

  expect([small, large].map(({ artifacts }) => artifacts?.[0]?.row_count)).toEqual([2, 2])
  expect(large.source?.provenance.kind).toBe('slot')
  expect(small.source?.filename).toBe('売上1.csv')
  expect(reports.filter(({ sentBytes, totalBytes }) => sentBytes === totalBytes).length).toBe(2)
})

test('a file goes out, is edited elsewhere, and is merged', async () => {
  const { workbook, sales } = await newSales([{ region: 'east', amount: 1 }])

  const file = await workbook.export({ tables: ['sales'], format: 'csv', record_branch: true, filename: '売上' })
  const text = await (await file.blob()).text()
  const merged = await sales.merge(
    { content: text.replace('east,1', 'east,5'), filename: file.filename },
    { branch_id: file.branchId ?? '' },
  )

  expect(file.filename).toContain('売上')
  expect(merged).toMatchObject({ updated: 1, conflict_count: 0 })
  expect(await sales.rows().toArray()).toMatchObject([{ region: 'east', amount: 5 }])
})

test('a refusal tells its code, its fix, what was wrong where, and where it is explained', async () => {
  const { client, workbook } = await newSales()

  const unknown = await workbook
    .table('nothing')
    .read()
    .catch((error: unknown) => error)
  const invalid = await workbook.createTable({ name: 'x', columns: [] }).catch((error: unknown) => error)

  expect(unknown).toMatchObject({ code: 'not_found', status: 404, docs: `${client.url}/problems/not_found` })
  expect(isProblem(unknown) && unknown.suggestedFix).toBeTruthy()
  expect(invalid).toMatchObject({ code: 'validation_error', errors: [{ loc: ['body', 'columns'] }] })
})

test('what happens in a workbook is heard as it happens', async () => {
  const { workbook, sales } = await newSales()
  const leaving = new AbortController()
  const heard: string[] = []

  const listening = (async () => {
    for await (const event of workbook.events({ signal: leaving.signal })) {
      heard.push(event.type)
      leaving.abort()
    }
  })()
  while (heard.length === 0) {
    await sales.append([{ region: 'new', amount: 1 }])
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
  await listening

  expect(heard).toEqual(['artifact.updated'])
})

test('names with any characters are reached', async () => {
  const { workbook } = await newSales()
  const name = '売上/2026 100%?#&'
  await workbook.createTable({ ...SALES, name })

  const read = await workbook.table(name).read()

  expect(read.name).toBe(name)
})
