import { readValueTexts } from './row-texts.ts'
import type { SketchColumn, TableSketch } from './table-sketch.ts'
import { familyOf } from './wider-type.ts'

/** Of the columns of the one that has fewer, so many must be in the other; and of all columns of both so many. */
const SHARED_OF_FEWER = 0.6
const SHARED_OF_ALL = 0.5
/** Of the columns in common so many must be of one kind. */
const TYPES_ALIKE = 0.75

/** Two columns of two tables that are called the same. */
export type SharedColumn = { key: string; here: number; there: number }

export function sharedColumns(one: TableSketch, other: TableSketch): SharedColumn[] {
  const places = new Map(other.columns.map(({ key }, place) => [key, place]))
  return one.columns.flatMap(({ key, isNamed }, here) => {
    const there = places.get(key)
    return isNamed && there !== undefined && other.columns[there]?.isNamed ? [{ key, here, there }] : []
  })
}

/** Whether the columns of two tables agree in their names, types and units, and both became tables in the same way. */
export function columnsAgree(one: TableSketch, other: TableSketch): boolean {
  if (one.outputs[0]?.kind !== other.outputs[0]?.kind) return false
  if (one.outputs[0]?.kind === 'level' && levelsOf(one) !== levelsOf(other)) return false
  const shared = sharedColumns(one, other)
  const fewer = Math.min(one.columns.length, other.columns.length)
  const all = one.columns.length + other.columns.length - shared.length
  if (shared.length < 2 || shared.length < SHARED_OF_FEWER * fewer || shared.length < SHARED_OF_ALL * all) return false
  const pairs = shared.flatMap(({ here, there }) => {
    const [a, b] = [one.columns[here], other.columns[there]]
    return a && b && !a.isEmpty && !b.isEmpty ? [[a, b] as const] : []
  })
  const alike = pairs.filter(([a, b]) => familyOf(a.type) === familyOf(b.type))
  return alike.length >= TYPES_ALIKE * pairs.length && pairs.every(areOfOneScale)
}

const levelsOf = ({ outputs }: TableSketch) => outputs.filter(({ kind }) => kind === 'level').length

const areOfOneScale = ([a, b]: readonly [SketchColumn, SketchColumn]) =>
  familyOf(a.type) !== 'number' || familyOf(b.type) !== 'number' || a.scale === b.scale

/** The share of the rows of the smaller table that stand in the other, by the columns they have in common. */
export function sameRows(one: TableSketch, other: TableSketch): number {
  const shared = sharedColumns(one, other)
  const here = readValueTexts(
    one,
    shared.map((column) => column.here),
  )
  const there = readValueTexts(
    other,
    shared.map((column) => column.there),
  )
  const [few, many] = here.length <= there.length ? [here, there] : [there, here]
  const known = new Set(many)
  return few.length === 0 ? 0 : few.filter((row) => known.has(row)).length / few.length
}

/** Values that come again: names of kinds, people, products. */
const MOST_KINDS = 60
const FEWEST_IN_COMMON = 2
const KINDS_IN_COMMON = 0.5

/** Whether a column of names holds the same few names in both tables. */
export const sharesKinds = (one: TableSketch, other: TableSketch): boolean =>
  sharedColumns(one, other).some(({ here, there }) => {
    const [a, b] = [kindsIn(one, here), kindsIn(other, there)]
    const both = [...a].filter((name) => b.has(name)).length
    return both >= FEWEST_IN_COMMON && both >= KINDS_IN_COMMON * Math.min(a.size, b.size)
  })

const NO_KIND = /^(?:y|n|yes|no|true|false|ok|ng|有|無|あり|なし|済|未|○|×|-|0|1)$/i

function kindsIn({ columns, rows }: TableSketch, place: number): ReadonlySet<string> {
  if (familyOf(columns[place]?.type ?? '') !== 'text') return new Set()
  const names = new Set(rows.flatMap((row) => (row[place] && !NO_KIND.test(row[place]) ? [row[place]] : [])))
  return names.size > MOST_KINDS ? new Set() : names
}

/** Figures that are so many times as large are of something else. */
const OTHER_SIZE = 20

/** Whether the figures of two tables are of other sizes, in every column: what they count is not the same. */
export function sizesDiffer(one: TableSketch, other: TableSketch): boolean {
  const ratios = sharedColumns(one, other).flatMap(({ here, there }) => {
    const [a, b] = [middleOf(one, here), middleOf(other, there)]
    return a && b ? [Math.max(a / b, b / a)] : []
  })
  return ratios.length > 0 && ratios.every((ratio) => ratio > OTHER_SIZE)
}

/** The middle figure of a column; null where it has none. */
function middleOf({ columns, rows }: TableSketch, place: number): number | null {
  if (familyOf(columns[place]?.type ?? '') !== 'number') return null
  const figures = rows.flatMap((row) => (row[place] ? [Math.abs(Number(row[place]))] : [])).sort((a, b) => a - b)
  return figures[figures.length >> 1] ?? null
}

/** Whether the codes of two tables are written in the same way (true), in different ways (false), or there are none (null). */
export function codesAlike(one: TableSketch, other: TableSketch): boolean | null {
  const pairs = sharedColumns(one, other).flatMap(({ here, there }) => {
    const [a, b] = [codeShape(one, here), codeShape(other, there)]
    return a !== null && b !== null ? [a === b] : []
  })
  return pairs.length === 0 ? null : pairs.every((isSame) => isSame)
}

/** `C-0012` is C-#: the shape that most values of a column have; null where they are no codes. */
function codeShape({ columns, rows }: TableSketch, place: number): string | null {
  if (familyOf(columns[place]?.type ?? '') !== 'text') return null
  const values = rows.flatMap((row) => row[place] ?? [])
  const shapes = Map.groupBy(
    values.filter((value) => /^[A-Z]{1,5}[-_ ]?\d{2,}$/i.test(value)),
    (value) => value.toUpperCase().replaceAll(/\d+/g, '#'),
  )
  const [most] = [...shapes].sort(([, a], [, b]) => b.length - a.length)
  return most && most[1].length * 2 > values.length ? most[0] : null
}
