import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Dice, throwDice } from '../../../../../proof/sql-differential/dice.ts'
import type { EncodedRow, RowChange, TableLoad } from '../../duckdb/protocol/protocol.ts'
import type { NamedColumn, RunCommand } from '../../duckdb/protocol/run-protocol.ts'
import { openDatabase } from '../engine-database.ts'
import { RowSender } from '../reads/row-sender.ts'
import { EngineState } from '../tables/engine-state.ts'
import { runStep } from './answer-run.ts'
import type { RunState } from './plan-run.ts'

/** Rows by id, their cells as canonical texts. */
type Rows = Map<number, readonly (string | null)[]>

const INPUT: readonly NamedColumn[] = [
  { id: 1, name: 'region', type: 'VARCHAR', isMasked: false },
  { id: 2, name: 'amount', type: 'INTEGER', isMasked: false },
  { id: 3, name: 'share', type: 'DOUBLE', isMasked: false },
]
const LIMITS = { rows: 524_288, bytes: 64_000_000 }

let folder = ''
let run: RunState

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bindery-patch-'))
  const folders = { input: folder, own: folder, spill: folder }
  const database = await openDatabase(folders)
  run = { database, state: new EngineState(database, folders), folders, kept: null }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function ask(command: Exclude<RunCommand, { do: 'write-inputs' | 'take-run' }>) {
  const rows: EncodedRow[] = []
  const take = (part: readonly EncodedRow[] | Buffer | null) => {
    if (Array.isArray(part)) rows.push(...part)
  }
  const send = new RowSender(take, async () => {})
  const { run: answer } = await runStep(run, command, send)
  send.flush()
  return { answer, rows }
}

function loadOf(key: string, columns: readonly NamedColumn[], rows: Rows): TableLoad {
  const stored = columns.map(({ id, type }) => ({ id, type, initial: null }))
  const cells = (texts: readonly (string | null)[]) =>
    Object.fromEntries(columns.map(({ id }, n) => [id, texts[n] ?? null]))
  const edits = [...rows].map(([id, texts]): RowChange => [id, 'put', cells(texts)])
  return { key, version: 1, rowCount: rows.size, columns: stored, form: 'overlay', files: [], edits }
}

/** What a run knows: the input now and before, and what was made of it before. */
type PatchInputs = { now: Rows; before: Rows; output: readonly NamedColumn[]; previous: Rows | null; idsAfter: number }

async function bring({ now, before, output, previous }: PatchInputs) {
  const loads = [loadOf('input_0', INPUT, now), loadOf('before', INPUT, before)]
  if (previous) loads.push(loadOf('previous', output, previous))
  const catalog = [{ name: 'sales', key: 'input_0', columns: INPUT }]
  await run.state.change({ do: 'change', drops: [], loads, edits: [], catalog })
}

type Case = { sql: string; keyColumns: readonly string[]; output: readonly NamedColumn[] }

/** The output after a run over all rows. */
async function runInFull(sql: string, { keyColumns }: Case, ground: PatchInputs): Promise<Rows> {
  const { output, previous, idsAfter } = ground
  await bring(ground)
  const found = previous && { key: 'previous', columns: output }
  await ask({ do: 'keep-run', sql, keyColumns, previous: found, isInOrder: false })
  await ask({ do: 'number-run', columnIds: output.map(({ id }) => id), idsAfter, limits: LIMITS })
  const { rows } = await ask({ do: 'cells-of-run', rowIds: Array.from({ length: 2_000 }, (_, n) => n + 1) })
  return new Map(rows.map(([id, ...cells]): [number, (string | null)[]] => [id, cells]).sort(([a], [b]) => a - b))
}

/** The output after a run over the changed rows; undefined where that was not enough. */
async function runPatching({ sql, keyColumns, output }: Case, ground: PatchInputs): Promise<Rows | undefined> {
  const { now, before, previous, idsAfter } = ground
  await bring(ground)
  const changed = [...new Set([...now.keys(), ...before.keys()])].filter(
    (id) => `${now.get(id)}` !== `${before.get(id)}`,
  )
  const input = { name: 'sales', now: 'input_0', before: 'before' }
  const found = { key: 'previous', columns: output }
  const { answer, rows } = await ask({ do: 'patch-run', sql, keyColumns, previous: found, input, rowIds: changed })
  if (!answer?.isPatched) return undefined
  const patched: Rows = new Map(previous)
  let next = idsAfter + 1
  for (const [rowId, op, ...cells] of rows) {
    const was = cells.slice(output.length)
    if (op !== 'I') expect(patched.get(rowId)).toEqual(was)
    if (op === 'D') patched.delete(rowId)
    else patched.set(op === 'I' ? next++ : rowId, cells.slice(0, output.length))
  }
  return new Map([...patched].sort(([a], [b]) => a - b))
}

const anyRow = (dice: Dice): (string | null)[] => [
  dice.of(['east', 'west', 'north', null]),
  String(dice.below(9)),
  dice.of(['0', '-0', '0.5', '1', null]),
]

/** Rows come, change and go; some of them twice, some by an undo under an id of before. */
function editAtRandom(rows: Rows, dice: Dice, nextId: number): number {
  let next = nextId
  for (let n = dice.below(5); n >= 0; n--) {
    const ids = [...rows.keys()]
    const chance = dice.below(10)
    if (chance < 4 || ids.length < 3) rows.set(next++, anyRow(dice))
    else if (chance < 6) rows.delete(dice.of(ids))
    else if (chance < 9) rows.set(dice.of(ids), anyRow(dice))
    else rows.set(1 + dice.below(next - 1), anyRow(dice))
  }
  return next
}

const named = (id: number, name: string, type: string): NamedColumn => ({ id, name, type, isMasked: false })
const CASES: readonly (Case & { name: string })[] = [
  {
    name: 'all columns',
    sql: 'SELECT * FROM main."sales" WHERE amount % 3 <> 1',
    keyColumns: [],
    output: INPUT,
  },
  {
    name: 'a column of few values',
    sql: 'SELECT amount % 3 AS rest FROM main."sales" WHERE region <> \'west\'',
    keyColumns: [],
    output: [named(1, 'rest', 'INTEGER')],
  },
  {
    name: 'by a key that follows the row',
    sql: 'SELECT s.__svc_row_id AS k, upper(region) AS region, share FROM main."sales" AS s WHERE amount > 2',
    keyColumns: ['k'],
    output: [named(1, 'k', 'BIGINT'), named(2, 'region', 'VARCHAR'), named(3, 'share', 'DOUBLE')],
  },
]

test.each(CASES)(
  'whatever was edited, the changed rows make the same rows under the same ids as all rows do: $name',
  async (one) => {
    const tally = { patched: 0, full: 0 }
    for (let seed = 1; seed <= 3; seed++) {
      const dice = throwDice(seed)
      let now: Rows = new Map()
      let nextInputId = editAtRandom(now, dice, 1)
      const begin = { now, before: now, output: one.output, previous: null, idsAfter: 0 }
      let previous = await runInFull(`${one.sql} ORDER BY __svc_row_id`, one, begin)
      let idsAfter = previous.size
      for (let round = 0; round < 5; round++) {
        const before = now
        now = new Map(before)
        nextInputId = editAtRandom(now, dice, nextInputId)
        const ground = { now, before, output: one.output, previous, idsAfter }

        const full = await runInFull(`${one.sql} ORDER BY __svc_row_id`, one, ground)
        const unordered = await runInFull(one.sql, one, ground)
        const patched = await runPatching(one, ground)

        expect([...unordered], `seed ${seed}, round ${round}`).toEqual([...full])
        if (patched) expect([...patched], `seed ${seed}, round ${round}`).toEqual([...full])
        tally[patched ? 'patched' : 'full']++
        previous = full
        idsAfter = Math.max(idsAfter, ...full.keys())
      }
    }
    expect(tally.patched).toBeGreaterThan(3)
  },
)
