import { rmSync } from 'node:fs'
import { link, mkdtemp, readdir, readFile, readlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { anyCellText } from '../../../test/any-cell.ts'
import { createLog } from '../../platform/log.ts'
import { sandboxChoice } from '../duckdb/sandbox-mode.ts'
import { listTree } from '../sandbox/process-tree.ts'
import { openLaidFile } from '../storage/bulk/build-content.ts'
import type { Cells, Edit } from '../table/table.ts'
import { parseValue } from '../values/values.ts'
import type { BuildColumn, BuildSource, Retype } from './build-request.ts'
import { createBuild } from './build-segments.ts'
import { type Builder, CorruptTable, startBuilder } from './builder-process-handle.ts'
import { typeNamed } from './source-sql.ts'

const folder = await mkdtemp(join(tmpdir(), 'bindery-builder-'))
const isSandboxed = sandboxChoice({ sandbox: 'preferred', host: '127.0.0.1' }, createLog('silent'))
const owners = { accountOf: async (id: string) => id, accountShare: 100 }
const open = createBuild({ cacheFolder: folder, isSandboxed, ...owners })
const build = <T>(work: (builder: Builder) => Promise<T>) => open.build('a workbook', work)
const LIMITS = { rows: 524_288, bytes: 64 * 1024 * 1024 }
const TYPES = [
  'VARCHAR',
  'INTEGER',
  'BIGINT',
  'DOUBLE',
  'DECIMAL(20,4)',
  'BOOLEAN',
  'DATE',
  'TIME',
  'TIMESTAMP',
  'TIMESTAMPTZ',
  'UUID',
  'JSON',
]

afterAll(async () => {
  await open.close()
  rmSync(folder, { recursive: true })
})

test('a segment keeps the columns of its time: a later one reads as its initial value, a dropped one is not read', async () => {
  const rows = await build(async (builder) => {
    const old = await written(
      builder,
      [columnOf(1, 'INTEGER'), columnOf(2, 'VARCHAR')],
      [insertOf(1, { 1: '7', 2: 'gone' })],
    )
    const columns = [columnOf(3, 'DECIMAL(4,2)', '1.50'), columnOf(1, 'INTEGER')]
    return read(builder, { segments: old, laid: null, columns })
  })

  expect(rows).toEqual([[1, '1.50', '7']])
})

test('edits laid over a segment insert, change and delete rows; what an inserted row does not set is initial', async () => {
  const columns = [columnOf(1, 'INTEGER', '5'), columnOf(2, 'VARCHAR')]
  const rows = await build(async (builder) => {
    const segments = await written(builder, columns, [
      insertOf(1, { 1: '1', 2: 'a' }),
      insertOf(2, { 1: '2', 2: 'b' }),
      insertOf(4, {}),
    ])
    const laid = await laidFile(builder, columns, [
      { rowId: 1, op: 'U', cells: { 2: null } },
      { rowId: 2, op: 'D', cells: {} },
      { rowId: 3, op: 'I', cells: { 2: 'c' } },
    ])
    return read(builder, { segments, laid, columns })
  })

  expect(rows).toEqual([
    [1, '1', null],
    [3, '5', 'c'],
    [4, '5', null],
  ])
})

test('a change of a row that does not exist stops the build', async () => {
  const columns = [columnOf(1, 'INTEGER')]
  const corrupt = build(async (builder) => {
    const segments = await written(builder, columns, [insertOf(1, { 1: '1' })])
    const laid = await laidFile(builder, columns, [{ rowId: 2, op: 'U', cells: { 1: '2' } }])
    return builder.ask({ kind: 'write', sources: [{ segments, laid, columns }], limits: LIMITS })
  })

  await expect(corrupt).rejects.toThrow(CorruptTable)
})

test('segments are split by rows and by bytes, disjoint and ascending', async () => {
  const columns = [columnOf(1, 'VARCHAR')]
  const rows = Array.from({ length: 100 }, (_, n) => insertOf(n * 3 + 1, { 1: noise(n) }))
  const [byRows, byBytes] = await build(async (builder) => {
    const source = { segments: [], laid: await laidFile(builder, columns, rows), columns }
    const few = await builder.ask({ kind: 'write', sources: [source], limits: { rows: 30, bytes: 1_000_000 } })
    const small = await builder.ask({ kind: 'write', sources: [source], limits: { rows: 1000, bytes: 12_000 } })
    return [few.flat(), small.flat()]
  })

  expect(byRows?.map(({ rows }) => rows)).toEqual([25, 25, 25, 25])
  expect(byBytes?.length).toBeGreaterThan(2)
  expect(byBytes?.every(({ bytes }) => bytes <= 12_000)).toBe(true)
  for (const segments of [byRows ?? [], byBytes ?? []]) {
    expect(segments.reduce((sum, { rows }) => sum + rows, 0)).toBe(100)
    for (const [n, { rowLo }] of segments.slice(1).entries()) expect(rowLo).toBeGreaterThan(segments[n]?.rowHi ?? 0)
  }
})

test('0 and -0 in one column both stay what they are', async () => {
  const columns = [columnOf(1, 'DOUBLE')]
  const edits = Array.from({ length: 2000 }, (_, n) => insertOf(n + 1, { 1: n % 2 ? '-0' : '0' }))
  const rows = await build(async (builder) =>
    read(builder, { segments: await written(builder, columns, edits), laid: null, columns }),
  )

  expect(rows.map(([, text]) => text)).toEqual(edits.map(({ cells }) => cells[1]))
})

test.each(TYPES)(
  'values of type %s come back from a segment, and as text, exactly as they were written',
  async (name) => {
    const type = typeNamed(name)
    const texts = fc.sample(anyCellText(type), 1000).map((text) => {
      const parsed = parseValue(type, text)
      if ('error' in parsed) throw new Error(parsed.error)
      return parsed.text
    })
    const columns = [columnOf(1, name)]
    const edits = texts.map((text, n) => insertOf(n + 1, { 1: text }))

    const [kept, spelled] = await build(async (builder) => {
      const segments = await written(builder, columns, edits)
      const retype = { from: 1, to: 2, type: 'VARCHAR' }
      return [
        await read(builder, { segments, laid: null, columns }),
        await read(builder, { segments, laid: null, columns, retype }),
      ]
    })

    expect(kept?.map(([, text]) => text)).toEqual(texts)
    expect(spelled?.map(([, text]) => text)).toEqual(texts)
  },
)

test('values that cannot be cast are counted, with the first row ids and samples', async () => {
  const columns = [columnOf(1, 'VARCHAR')]
  const edits = Array.from({ length: 300 }, (_, n) => insertOf(n + 1, { 1: n % 2 ? String(n) : '1.0' }))
  const retype: Retype = { from: 1, to: 2, type: 'INTEGER' }
  const found = await build(async (builder) => {
    const source = { segments: await written(builder, columns, edits), laid: null, columns, retype }
    return builder.ask({ kind: 'find-uncastable', source })
  })

  expect(found).toMatchObject({ count: 150, samples: ['1.0'] })
  expect(found.rowIds).toEqual(Array.from({ length: 100 }, (_, n) => 2 * n + 1))
})

describe('the process', () => {
  const columns = [columnOf(1, 'VARCHAR')]

  test('is killed at its deadline, which is a problem of a request, and leaves no folder behind', async () => {
    const alone = await mkdtemp(join(folder, 'alone-'))
    const { build: slowly, close } = createBuild({ cacheFolder: alone, isSandboxed, ...owners, deadlineMs: 50 })
    const slow = slowly('a workbook', async (builder) => {
      const rows = Array.from({ length: 50_000 }, (_, n) => insertOf(n + 1, { 1: noise(n) }))
      const laid = await laidFile(builder, columns, rows)
      return builder.ask({ kind: 'write', sources: [{ segments: [], laid, columns }], limits: LIMITS })
    })

    await expect(slow).rejects.toMatchObject({ kind: 'timeout', code: 'query_timeout' })
    await close()
    expect(await readdir(alone)).toEqual([])
  })

  test.each([
    ['a statement that the database counts the memory of', 'SELECT list(i) FROM range(400000000) t(i)'],
    ['one that it does not count', 'SELECT len(range(1000000000))'],
  ])('has so much memory and no more: %s is a problem of a request', async (_, sql) => {
    const questions = [{ sql: `SELECT __svc_row_id FROM s0 WHERE (${sql}) IS NOT NULL`, parameters: [] }]
    const costly = build(async (builder) => {
      const laid = await laidFile(builder, columns, [insertOf(1, { 1: 'a' })])
      const source = { segments: [], laid, columns }
      return builder.ask({ kind: 'check-rules', sources: [source], questions })
    })

    await expect(costly).rejects.toMatchObject({ kind: 'too_large', code: 'work_too_large' })
  })

  test('reaches no file but its own, and runs in namespaces of its own as another user', async () => {
    const builder = await startBuilder({ folder, isSandboxed: await isSandboxed() }, 10_000)
    try {
      await writeFile(join(folder, 'outside.ndjson'), '{"r":1,"o":"I"}\n')
      const laid = { file: '../outside.ndjson', longestLineBytes: 20, idsAfter: 0 }

      const outside = builder.ask({ kind: 'read', sources: [{ segments: [], laid, columns }] })

      await expect(outside).rejects.toThrow('Permission Error')
      if (await isSandboxed()) expect(await isolationOf(builder.pid)).toEqual({ uid: 20_001, shared: [] })
    } finally {
      await builder.close()
    }
  })
})

/** The user of a sandboxed program, and which namespaces it shares with us. Tests run as root. */
async function isolationOf(pid: number) {
  const program = listTree(pid).at(-1)
  const status = await readFile(`/proc/${program}/status`, 'utf8')
  const namespaces = await Promise.all(
    ['net', 'mnt', 'pid', 'ipc', 'user'].map(async (name) => {
      const [own, others] = [await readlink(`/proc/self/ns/${name}`), await readlink(`/proc/${program}/ns/${name}`)]
      return own === others ? [name] : []
    }),
  )
  return { uid: Number(/^Uid:\s+(\d+)/m.exec(status)?.[1]), shared: namespaces.flat() }
}

function columnOf(id: number, type: string, initial: string | null = null): BuildColumn {
  return { id, type, initial }
}

function insertOf(rowId: number, cells: Cells): Edit {
  return { rowId, op: 'I', cells }
}

async function laidFile({ input }: Builder, columns: readonly BuildColumn[], edits: readonly Edit[]) {
  const file = openLaidFile(
    input,
    columns.map(({ id }) => id),
  )
  for (const edit of edits) await file.add(edit)
  return file.end()
}

async function written(builder: Builder, columns: readonly BuildColumn[], edits: readonly Edit[]): Promise<string[]> {
  const source = { segments: [], laid: await laidFile(builder, columns, edits), columns }
  const built = await builder.ask({ kind: 'write', sources: [source], limits: LIMITS })
  const files = built.flat().map(({ file }) => file)
  for (const file of files) await link(join(builder.folder, file), join(builder.input, file))
  return files
}

async function read(builder: Builder, source: BuildSource): Promise<(string | number | null)[][]> {
  const [file = ''] = await builder.ask({ kind: 'read', sources: [source] })
  const text = await readFile(join(builder.folder, file), 'utf8')
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

/** Text that hardly compresses. */
function noise(seed: number): string {
  let state = seed + 1
  return Array.from({ length: 400 }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return String.fromCharCode(33 + ((state >>> 16) % 90))
  }).join('')
}
