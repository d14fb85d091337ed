import * as fc from 'fast-check'
import { planRestore } from '../src/engine/storage/bulk/build-content.ts'
import { retypeColumn } from '../src/engine/storage/bulk/retype-column.ts'
import { checkpointTable } from '../src/engine/storage/checkpoint-table.ts'
import type { StoragePlatform } from '../src/engine/storage/storage.ts'
import { type ColumnType, formatColumnType, parseColumnType } from '../src/engine/table/column-type.ts'
import type { Cells, Column } from '../src/engine/table/table.ts'
import { findTableHead } from '../src/engine/table/tables.store.ts'
import { parseValue } from '../src/engine/values/values.ts'
import { appendRows } from './append-rows.ts'
import { replaceRows } from './replace-rows.ts'
import {
  changeColumns,
  commitOk,
  commitTo,
  currentState,
  editRows,
  type ModelState,
  type ModelTable,
  newColumn,
  remember,
  wholeRow,
} from './table-model.ts'
import { forgetBefore, type ModelPlatform, pinVersion, sweepAfterGrace, thinAfterDay } from './table-upkeep.ts'

/** What is done next. The numbers choose rows, columns, values and versions of whatever there is then. */
export type Step = {
  kind: StepKind
  numbers: number[] /** Done by another user while this one is under way. */
  meanwhile: Step[]
}
type StepKind = keyof typeof STEPS

const VALUES: Record<string, readonly string[]> = {
  VARCHAR: ['', 'a', '12', '-7', '1.50', 'ﷺ\u2028\n"', "it's", '0', 'true', '2024-02-29', '{"a":1}', '\ufeffx'],
  INTEGER: ['0', '-1', '12', '2147483647'],
  'DECIMAL(10,2)': ['0.00', '1.50', '-99999999.99'],
  DOUBLE: ['0', '-0', '1e-7', '1e+22', '0.1', '12'],
  DATE: ['2024-02-29', '0001-01-01', '9999-12-31'],
  TIMESTAMPTZ: ['2024-02-29 12:00:00.5+00', '1969-12-31 23:59:59+00'],
  BOOLEAN: ['true', 'false'],
  JSON: ['{"a":1}', '[1.10,"x"]', 'null'],
}
const TYPES = Object.keys(VALUES)

const STEPS = {
  insert: (p: StoragePlatform, t: ModelTable, n: Numbers) =>
    editRows(p, t, { inserts: someRows(t, n, 1 + n.below(9)), sets: new Map(), deletes: [] }),
  edit: (p: StoragePlatform, t: ModelTable, n: Numbers) => {
    const sets = new Map(someIds(t, n).map((id) => [id, someCells(t, n)]))
    return editRows(p, t, { inserts: someRows(t, n, n.below(3)), sets, deletes: someIds(t, n) })
  },
  remove: (p: StoragePlatform, t: ModelTable, n: Numbers) =>
    editRows(p, t, { inserts: [], sets: new Map(), deletes: [...someIds(t, n), ...someIds(t, n), ...someIds(t, n)] }),
  addColumn: (p: StoragePlatform, t: ModelTable, n: Numbers) => {
    const type = typeNamed(n.of(TYPES))
    const initial = n.below(2) ? n.of(VALUES[formatColumnType(type)] ?? []) : null
    return changeColumns(p, t, [...currentState(t).columns, newColumn(t.nextColumnId, type, initial)])
  },
  rename: (p: StoragePlatform, t: ModelTable, n: Numbers) => {
    const { columns } = currentState(t)
    const chosen = n.of(columns)
    return changeColumns(
      p,
      t,
      columns.map((c) => (c === chosen ? { ...c, name: `renamed ${n.below(1000)}` } : c)),
    )
  },
  drop: async (p: StoragePlatform, t: ModelTable, n: Numbers) => {
    const { columns } = currentState(t)
    if (columns.length < 2) return
    const chosen = n.of(columns)
    await changeColumns(
      p,
      t,
      columns.filter((c) => c !== chosen),
    )
  },
  retype,
  append,
  replace,
  restore,
  checkpoint: async (p: StoragePlatform, t: ModelTable) => {
    await checkpointTable(p, t.workbookId, t.tableId)
  },
  checkpointLate: async (p: StoragePlatform, t: ModelTable, n: Numbers) => {
    await checkpointTable(p, t.workbookId, t.tableId, 1 + n.below(t.states.length - 1))
  },
  thin: thinAfterDay,
  forget: (p: ModelPlatform, t: ModelTable, n: Numbers) => forgetBefore(p, t, 1 + n.below(t.states.length)),
  pin: (p: ModelPlatform, t: ModelTable, n: Numbers) => pinVersion(p, t, 1 + n.below(t.states.length - 1)),
  sweep: sweepAfterGrace,
}

const QUICK: StepKind[] = ['insert', 'edit', 'remove', 'addColumn', 'rename', 'drop']
const LONG: StepKind[] = ['retype', 'append', 'checkpoint', 'checkpointLate']
const UPKEEP: StepKind[] = ['thin', 'thin', 'sweep', 'pin', 'forget']
/** Row edits are most of what happens. */
const OFTEN: StepKind[] = ['insert', 'insert', 'edit', 'edit', 'edit', 'remove', 'checkpoint', 'append']

const numbers = fc.array(fc.nat(9999), { minLength: 6, maxLength: 6 })
const stepOf = (kinds: readonly StepKind[], meanwhile: fc.Arbitrary<Step[]>): fc.Arbitrary<Step> =>
  fc.record({ kind: fc.constantFrom(...kinds), numbers, meanwhile })
const alone: fc.Arbitrary<Step[]> = fc.constant([])

export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: stepOf(OFTEN, alone) },
  { weight: 3, arbitrary: stepOf([...QUICK, ...LONG, 'replace', 'restore'], alone) },
  { weight: 2, arbitrary: stepOf(UPKEEP, alone) },
  {
    weight: 3,
    arbitrary: stepOf(
      LONG,
      fc.array(stepOf(['insert', 'edit', 'remove', 'append', 'checkpoint', 'rename', 'restore', 'thin'], alone), {
        minLength: 1,
        maxLength: 3,
      }),
    ),
  },
)

/** Of no more than rows and columns: what they did to older versions is seen after the next step that is not. */
export const isQuick = ({ kind }: Step) => QUICK.includes(kind)

export async function takeStep(platform: ModelPlatform, table: ModelTable, { kind, numbers, meanwhile }: Step) {
  const others = [...meanwhile]
  const interlude = async () => {
    for (const step of others.splice(0)) await takeStep(platform, table, step)
  }
  await STEPS[kind](withInterlude(platform, interlude), table, new Numbers(numbers))
}

/** The others act when everything is built and nothing committed: the worst moment. */
function withInterlude(platform: ModelPlatform, interlude: () => Promise<void>): ModelPlatform {
  const { storage } = platform
  return {
    ...platform,
    storage: {
      ...storage,
      build: (workbookId, work) =>
        storage.build(workbookId, (builder) =>
          work({
            ...builder,
            ask: async (request) => {
              const answer = await builder.ask(request)
              if (request.kind === 'write') await interlude()
              return answer
            },
          }),
        ),
    },
  }
}

async function retype(platform: StoragePlatform, table: ModelTable, numbers: Numbers) {
  const chosen = numbers.of(currentState(table).columns)
  const type = typeNamed(numbers.below(3) ? numbers.of(TYPES) : 'VARCHAR')
  const request = { columnId: chosen.id, type, expected: null }
  const before = currentState(table)
  const answer = await retypeColumn(platform, table, request, commitTo(platform, table.workbookId))
  const { columns, rows } = currentState(table)
  const isRefused = ({ rows }: ModelState) =>
    [...rows.values()].some((row) => 'error' in parseValue(type, row[chosen.id] ?? null))
  const isThere = columns.some(({ id }) => id === chosen.id)
  // Others may have brought the value that cannot be cast, or taken it away again.
  if (answer.status === 'uncastable' && (isRefused(before) || isRefused(currentState(table)))) return
  if (answer.status === 'reread' && !isThere) return
  if (answer.status !== 'ok') throw new Error(`not retyped: ${JSON.stringify(answer)}`)
  if (isRefused(currentState(table))) throw new Error(`cast to ${formatColumnType(type)} what cannot be`)
  const cast = new Map([...rows].map(([id, row]) => [id, parseValue(type, row[chosen.id] ?? null)]))
  const head = await findTableHead(platform.db, table.workbookId, table.tableId)
  const to = (head?.nextColumnId ?? 0) - 1
  const retyped = columns.map((c) => (c.id === chosen.id ? { ...c, id: to, type, initial: null } : c))
  table.nextColumnId = to + 1
  table.states.push({
    columns: retyped,
    rows: new Map(
      [...rows].map(([id, { [chosen.id]: _, ...others }]) => {
        const parsed = cast.get(id)
        return [id, { ...others, [to]: parsed && 'text' in parsed ? parsed.text : null }]
      }),
    ),
  })
}

async function append(platform: StoragePlatform, table: ModelTable, numbers: Numbers) {
  const added = someRows(table, numbers, 1 + numbers.below(30))
  const written = currentState(table).columns
  let firstId = 0
  const answer = await appendRows(platform, table, added, async (write) => {
    firstId = write.segments?.[0]?.rowLo ?? 0
    return commitTo(platform, table.workbookId)(write)
  })
  // A rename meanwhile: the rows were made for other columns, and the writer has to begin again.
  if (answer.status === 'reread') return
  if (answer.status !== 'ok') throw new Error(`not appended: ${JSON.stringify(answer)}`)
  const { columns, rows } = currentState(table)
  const ids = added.map((_, n) => firstId + n)
  remember(table, ids)
  const next = new Map(rows)
  for (const [n, cells] of added.entries()) next.set(firstId + n, wholeRow(written, cells))
  table.states.push({ columns, rows: next })
}

async function replace(platform: StoragePlatform, table: ModelTable, numbers: Numbers) {
  const { columns } = currentState(table)
  const kept = someIds(table, numbers).map((rowId) => ({ rowId, cells: someCells(table, numbers) }))
  const added = someRows(table, numbers, numbers.below(20))
  let segments: readonly { rowHi: number; rowLo: number }[] = []
  const answer = await replaceRows(platform, table, { columns, kept, added }, { expected: null }, async (write) => {
    segments = write.segments ?? []
    return commitTo(platform, table.workbookId)(write)
  })
  if (answer.status !== 'ok') throw new Error(`not replaced: ${JSON.stringify(answer)}`)
  const next = new Map(kept.map(({ rowId, cells }) => [rowId, wholeRow(columns, cells)]))
  const lastId = segments.at(-1)?.rowHi ?? 0
  const firstId = lastId - added.length + 1
  remember(
    table,
    added.map((_, n) => firstId + n),
  )
  for (const [n, cells] of added.entries()) next.set(firstId + n, wholeRow(columns, cells))
  table.states.push({ columns, rows: next })
}

async function restore(platform: StoragePlatform, table: ModelTable, numbers: Numbers) {
  const version = 1 + numbers.below(table.states.length - 1)
  const write = await planRestore(platform.db, table.workbookId, table.tableId, version)
  if (table.forgotten.has(version)) {
    if (write) throw new Error(`version ${version} is forgotten and was restored`)
    return
  }
  const state = table.states[version]
  if (!write || !state) throw new Error(`version ${version} is gone`)
  await commitOk(platform, table.workbookId, write)
  table.states.push(state)
}

function someRows(table: ModelTable, numbers: Numbers, count: number): Cells[] {
  return Array.from({ length: count }, () => someCells(table, numbers))
}

function someCells(table: ModelTable, numbers: Numbers): Cells {
  const chosen = currentState(table).columns.filter((_, n) => n === 0 || numbers.below(3) > 0)
  return Object.fromEntries(chosen.map((column) => [column.id, someValue(column, numbers)]))
}

function someValue({ type }: Column, numbers: Numbers): string | null {
  return numbers.below(6) === 0 ? null : numbers.of(VALUES[formatColumnType(type)] ?? [])
}

function someIds(table: ModelTable, numbers: Numbers): number[] {
  const ids = [...currentState(table).rows.keys()]
  if (ids.length === 0) return []
  const first = numbers.below(ids.length)
  return ids.slice(first, first + 1 + numbers.below(4))
}

function typeNamed(name: string): ColumnType {
  const type = parseColumnType(name)
  if (!type) throw new Error(`no type ${name}`)
  return type
}

/** A few drawn numbers, from which as many as wanted follow. */
class Numbers {
  #state: number
  constructor(drawn: readonly number[]) {
    this.#state = drawn.reduce((sum, number) => (Math.imul(sum, 31) + number) >>> 0, 7)
  }
  below(end: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((this.#state / 2 ** 32) * end)
  }
  of<T>(choices: readonly T[]): T {
    const chosen = choices[this.below(choices.length)]
    if (chosen === undefined) throw new Error('nothing to choose from')
    return chosen
  }
}
