import type { Dice } from '../sql-differential/dice.ts'

/** A table of some rows (k, v), kept twice: by the service, and by this plain model of what it promises. */
export type ModelTable = {
  name: string
  /** None of a base table. */
  inputs: readonly string[]
  /** Added to every value, so that no two tables hold the same. */
  plus: number
  /** By key: what shows, and of overridden cells what the transform made when they were written and makes now. */
  rows: Map<number, number>
  overrides: Map<number, { value: number; base: number; made: number; isTold: boolean }>
  isStale: boolean
}

export type Model = { tables: Map<string, ModelTable>; openConflicts: number }

export const KEYS = [1, 2, 3]
/** A transform that meets a value beyond this fails. */
export const LIMIT = 1_000_000

/** Adds up the values of its inputs, key by key, and fails where one is too large. */
export function codeOf({ inputs, plus }: ModelTable): string {
  const [first = ''] = inputs
  const sum = inputs.map((name) => `${name}.v`).join(' + ')
  const joins = inputs.slice(1).map((name) => ` JOIN {{ ${name} }} AS ${name} USING (k)`)
  const check = inputs.map((name) => `CASE WHEN ${name}.v > ${LIMIT} THEN 'too large' ELSE '0' END::BIGINT`).join(' + ')
  return `SELECT k, (${sum} + ${check} + ${plus})::BIGINT AS v FROM {{ ${first} }} AS ${first}${joins.join('')}`
}

/** A graph without cycles: each table reads some of those before it, at most so deep. */
export function newModel(dice: Dice, size: number, depth: number): Model {
  const tables = new Map<string, ModelTable>()
  const depths = new Map<string, number>()
  const bases = Math.max(1, Math.ceil(size / 5))
  for (let n = 0; n < size; n++) {
    const shallow = [...depths].filter(([, deep]) => deep < depth).map(([name]) => name)
    const inputs =
      n < bases ? [] : [...new Set([dice.of(shallow), dice.of(shallow), dice.of(shallow)])].slice(0, 1 + dice.below(3))
    const name = `t${n}`
    const rows = new Map(n < bases ? KEYS.map((key) => [key, dice.below(100)]) : [])
    tables.set(name, { name, inputs, plus: n, rows, overrides: new Map(), isStale: n >= bases })
    depths.set(name, Math.max(0, ...inputs.map((input) => (depths.get(input) ?? 0) + 1)))
  }
  return { tables, openConflicts: 0 }
}

export const derivedOf = ({ tables }: Model) => [...tables.values()].filter(({ inputs }) => inputs.length > 0)
export const basesOf = ({ tables }: Model) => [...tables.values()].filter(({ inputs }) => inputs.length === 0)

/** What is made from a table, and from that: everything there comes after what it reads. */
export function belowOf(model: Model, name: string): ModelTable[] {
  const below = new Set([name])
  for (const table of model.tables.values()) if (table.inputs.some((input) => below.has(input))) below.add(table.name)
  return [...model.tables.values()].filter((table) => table.name !== name && below.has(table.name))
}

export function edit(model: Model, table: ModelTable, key: number, value: number) {
  if (table.rows.get(key) === value) return
  const known = table.overrides.get(key)
  const made = known?.made ?? table.rows.get(key) ?? 0
  if (table.inputs.length > 0) {
    if (value === made) table.overrides.delete(key)
    else table.overrides.set(key, { base: made, isTold: false, ...known, made, value })
  }
  table.rows.set(key, value)
  for (const below of belowOf(model, table.name)) below.isStale = true
}

/** False when it fails: it keeps what it holds. */
function remake(model: Model, table: ModelTable): boolean {
  const read = table.inputs.map((name) => model.tables.get(name)?.rows ?? new Map<number, number>())
  const keys = KEYS.filter((key) => read.every((rows) => rows.has(key)))
  if (keys.some((key) => read.some((rows) => (rows.get(key) ?? 0) > LIMIT))) return false
  table.rows = new Map()
  for (const key of keys) {
    const made = read.reduce((sum, rows) => sum + (rows.get(key) ?? 0), table.plus)
    const over = table.overrides.get(key)
    table.rows.set(key, over ? over.value : made)
    if (!over) continue
    if (made !== over.base && !over.isTold) {
      over.isTold = true
      model.openConflicts++
    }
    over.made = made
  }
  return true
}

const hasStaleInput = (model: Model, { inputs }: ModelTable) => inputs.some((name) => model.tables.get(name)?.isStale)

/** Everything that is stale, each after what it reads; what fails blocks what is made from it. */
export function recompute(model: Model): { made: string[]; failed: string[] } {
  const made: string[] = []
  const failed = new Set<string>()
  for (const table of derivedOf(model)) {
    if (!table.isStale) continue
    const isBlocked = table.inputs.some((name) => failed.has(name))
    if (isBlocked || !remake(model, table)) failed.add(table.name)
    else {
      made.push(table.name)
      table.isStale = false
    }
  }
  return { made, failed: [...failed] }
}

/** The table and all below it, from whatever their inputs hold now. False when it fails itself. */
export function run(model: Model, table: ModelTable): boolean {
  if (!remake(model, table)) {
    table.isStale = true
    for (const below of belowOf(model, table.name)) below.isStale = true
    return false
  }
  table.isStale = hasStaleInput(model, table) === true
  const failed = new Set<string>()
  for (const below of belowOf(model, table.name)) {
    const isBlocked = below.inputs.some((name) => failed.has(name))
    if (isBlocked || !remake(model, below)) failed.add(below.name)
    below.isStale = failed.has(below.name) || hasStaleInput(model, below) === true
  }
  return true
}
