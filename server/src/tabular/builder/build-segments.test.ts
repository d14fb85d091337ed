import { rmSync } from 'node:fs'
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { anyCellText } from '../../../test/any-cell.ts'
import { openLaidFile } from '../bulk/build-content.ts'
import type { Cells, Edit } from '../table.ts'
import { parseValue } from '../values.ts'
import type { BuildColumn, BuildSource, Retype } from './build-request.ts'
import { type Builder, CorruptTable, createBuild, startBuilder } from './build-segments.ts'
import { typeNamed } from './source-sql.ts'

const folder = await mkdtemp(join(tmpdir(), 'bindery-builder-'))
const build = createBuild(folder)
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

afterAll(() => rmSync(folder, { recursive: true }))

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
  test('is killed at its deadline, and leaves no folder behind', async () => {
    const alone = await mkdtemp(join(folder, 'alone-'))
    const columns = [columnOf(1, 'VARCHAR')]
    const slow = createBuild(alone, { deadlineMs: 50 })(async (builder) => {
      const laid = await laidFile(
        builder,
        columns,
        Array.from({ length: 50_000 }, (_, n) => insertOf(n + 1, { 1: noise(n) })),
      )
      return builder.ask({ kind: 'write', sources: [{ segments: [], laid, columns }], limits: LIMITS })
    })

    await expect(slow).rejects.toThrow('SIGKILL')
    expect(await readdir(alone)).toEqual([])
  })

  test('reads no file outside its folder', async () => {
    const builder = await startBuilder(folder, 10_000)
    try {
      await writeFile(join(folder, 'outside.ndjson'), '{"r":1,"o":"I"}\n')
      const laid = { file: '../outside.ndjson', longestLineBytes: 20, idsAfter: 0 }

      const outside = builder.ask({
        kind: 'read',
        sources: [{ segments: [], laid, columns: [columnOf(1, 'VARCHAR')] }],
      })

      await expect(outside).rejects.toThrow('Permission Error')
    } finally {
      await builder.close()
    }
  })
})

function columnOf(id: number, type: string, initial: string | null = null): BuildColumn {
  return { id, type, initial }
}

function insertOf(rowId: number, cells: Cells): Edit {
  return { rowId, op: 'I', cells }
}

async function laidFile({ folder }: Builder, columns: readonly BuildColumn[], edits: readonly Edit[]) {
  const file = openLaidFile(
    folder,
    columns.map(({ id }) => id),
  )
  for (const edit of edits) await file.add(edit)
  return file.end()
}

async function written(builder: Builder, columns: readonly BuildColumn[], edits: readonly Edit[]): Promise<string[]> {
  const source = { segments: [], laid: await laidFile(builder, columns, edits), columns }
  const built = await builder.ask({ kind: 'write', sources: [source], limits: LIMITS })
  return built.flat().map(({ file }) => file)
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
