import type { TrueFact } from '../sheets/truth.ts'
import { covers, squash } from './labels.ts'
import type { OutputCell } from './output-cells.ts'

/** Facts by the cells that hold them, and what each other cell is most like. */
export type Matches = {
  /** The cell that holds a fact, by the places of both. */
  cellOf: ReadonlyMap<number, number>
  /** The fact that a cell fits best, whether another cell holds it or not. */
  nearest: ReadonlyMap<number, number>
}

type Pair = { fact: number; cell: number; points: number }

/** Finds each fact in one cell: the value is the same, and every label stands beside or above it. The best fits come first. */
export function matchFacts(facts: readonly TrueFact[], cells: readonly OutputCell[]): Matches {
  const byValue = indexed(cells)
  const fits = createFits()
  const pairs: Pair[] = facts.flatMap(({ value, labels }, fact) =>
    spellings(value).flatMap((spelled) =>
      (byValue.get(spelled) ?? []).flatMap((cell): Pair[] => {
        const points = pointsOf(labels, cells[cell], fits)
        return points === null ? [] : [{ fact, cell, points }]
      }),
    ),
  )
  const isTotal = ({ fact }: Pair) => (facts[fact]?.role === 'total' ? 1 : 0)
  const strength = columnStrength(pairs, cells)
  pairs.sort(
    (one, other) =>
      other.points - one.points ||
      isTotal(one) - isTotal(other) ||
      strength(other) - strength(one) ||
      one.fact - other.fact ||
      one.cell - other.cell,
  )
  const cellOf = new Map<number, number>()
  const nearest = new Map<number, number>()
  const taken = new Set<number>()
  for (const { fact, cell } of pairs) {
    if (!nearest.has(cell)) nearest.set(cell, fact)
    if (cellOf.has(fact) || taken.has(cell)) continue
    cellOf.set(fact, cell)
    taken.add(cell)
    nearest.set(cell, fact)
  }
  return { cellOf, nearest }
}

/** How many facts the column of a cell could hold: a running number that equals a figure by chance comes last. */
function columnStrength(pairs: readonly Pair[], cells: readonly OutputCell[]): (pair: Pair) => number {
  const facts = new Map<string, Set<number>>()
  const columnOf = ({ cell }: Pair) => `${cells[cell]?.table} ${cells[cell]?.column}`
  for (const pair of pairs) {
    const its = facts.get(columnOf(pair)) ?? new Set<number>()
    facts.set(columnOf(pair), its.add(pair.fact))
  }
  return (pair) => facts.get(columnOf(pair))?.size ?? 0
}

function indexed(cells: readonly OutputCell[]): Map<string, number[]> {
  const byValue = new Map<string, number[]>()
  for (const [n, { text }] of cells.entries())
    for (const spelled of spellings(text)) {
      const its = byValue.get(spelled)
      if (its) its.push(n)
      else byValue.set(spelled, [n])
    }
  return byValue
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i
const CLOCK = /^(\d{1,2}):(\d\d)(?::00)?$/
const DAY = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ]00:00(?::00(?:\.0+)?)?Z?)?$/

/** How a value is compared: a number by nine digits, a day by its date, a text without spaces. Codes with zeros are texts. */
export function spellings(value: string | number | null): string[] {
  if (value === null) return []
  if (typeof value === 'number') return [`n${value.toPrecision(9)}`]
  if (NUMBER.test(value)) return [`n${Number(value).toPrecision(9)}`]
  const [, year, month, day] = DAY.exec(value) ?? []
  if (year) return [`d${year}-${Number(month)}-${Number(day)}`]
  const [, hour, minute] = CLOCK.exec(value) ?? []
  if (hour) return [`c${Number(hour)}:${minute}`]
  return [`t${squash(value) || value.trim()}`]
}

type Fits = (want: string, have: string) => number

/** Words are compared again and again within one sheet. */
function createFits(): Fits {
  const held = new Map<string, Map<string, number>>()
  return (want, have) => {
    let its = held.get(want)
    if (!its) {
      its = new Map()
      held.set(want, its)
    }
    let points = its.get(have)
    if (points === undefined) {
      points = isSameValue(want, have) ? 2 : covers(want, have)
      its.set(have, points)
    }
    return points
  }
}

const isSameValue = (want: string, have: string) => spellings(want)[0] === spellings(have)[0]

/** How well a cell is named by the labels; null where one of them is nowhere. */
function pointsOf(labels: readonly string[], cell: OutputCell | undefined, fits: Fits): number | null {
  if (!cell) return null
  let points = 0
  for (const label of labels.flatMap((one) => one.split('_'))) {
    const best = Math.max(bestOf(label, cell.head, fits), bestOf(label, cell.beside, fits))
    const given = best > 0 ? best : fits(label, cell.tableName) / 4
    if (given === 0) return null
    points += given
  }
  return points
}

function bestOf(label: string, words: readonly string[], fits: Fits): number {
  let best = 0
  for (const word of words) {
    const points = fits(label, word)
    if (points > best) best = points
    if (best === 2) break
  }
  return best
}
