import type { Relation } from './arithmetic/relation.ts'
import { bareWordOf, isOpening, type LineWord } from './line-words.ts'
import type { RowRole } from './roles.ts'
import type { RowNames } from './row-names.ts'
import { isRunning } from './running-row.ts'

const ROLE_OF: Readonly<Record<Relation['op'], RowRole>> = {
  sum: 'subtotal',
  average: 'ratio',
  difference: 'difference',
  division: 'ratio',
  relative_change: 'ratio',
}

const OF_A_PART = /小計|sub-?\s?total/iu
const TAX = /消費税|税額|税金|\b(?:tax|vat|gst|tva|iva|mwst|ust|btw)\b/iu

export function computedRows(
  relations: readonly Relation[],
  words: readonly (LineWord | null)[],
  names: RowNames,
): Map<number, RowRole> {
  const parts = new Set(relations.flatMap(({ isMixed, operands }) => (isMixed ? [] : operands)))
  const sums = new Map(
    relations.flatMap((relation) => (relation.op === 'sum' ? [[relation.line, relation] as const] : [])),
  )
  const roles = new Map<number, RowRole>()
  const tops = topSums(relations, parts, sums)
  for (const relation of relations) {
    const { line, op, operands, isProduct, isMixed } = relation
    if (isProduct || isOpening(names.of(line))) continue
    const isOuter = op === 'sum' && !parts.has(line) && !OF_A_PART.test(names.of(line)) && !names.endsGroup(line)
    const isWhole =
      words[line] === 'sum' || (tops.length === 1 && tops.includes(relation)) || operands.length === names.valued - 1
    const isNamedSum = isMixed === true && words[line] === 'sum'
    // Costs that are written below nothing make a profit a sum.
    if (words[line] === 'difference') roles.set(line, 'difference')
    else roles.set(line, (isOuter && isWhole) || isNamedSum ? 'total' : ROLE_OF[op])
    for (const operand of op === 'sum' ? shareTaxes(operands, names) : []) roles.set(operand, 'ratio')
  }
  return roles
}

/** Sums of sums that are part of nothing. Several are the highest level of a report, and none of them is the whole. */
const topSums = (relations: readonly Relation[], parts: ReadonlySet<number>, sums: ReadonlyMap<number, Relation>) =>
  relations.filter(
    ({ line, op, operands }) =>
      op === 'sum' && !parts.has(line) && operands.filter((operand) => sums.has(operand)).length > 1,
  )

/** Rows whose name says how they were computed, and whose figures agree with it. */
export function agreeingRows(
  names: readonly string[],
  words: readonly (LineWord | null)[],
  rowNames: RowNames,
): Map<number, RowRole> {
  const agreeing = new Map<number, RowRole>()
  for (const [line, name] of names.entries()) {
    if (isStatedShare(line, name, rowNames)) agreeing.set(line, 'ratio')
    else if (line === names.length - 1 && isBareSum(line, name, rowNames)) agreeing.set(line, 'total')
    else if ((words[line] && isAggregate(line, rowNames)) || isCarried(line, rowNames) || isRunning(line, rowNames))
      agreeing.set(line, 'total')
  }
  return agreeing
}

/** What is left goes over to the next page, month or year. */
const CARRIED =
  /(?:次|翌)(?:月|期|年度?|頁|ページ)?(?:へ|に)?繰越|\b(?:carried (?:forward|down|over)|balance c\/[fd]|c\/[fd]|à reporter|übertrag|suma y sigue)\b/iu

/** A balance that is carried over says again what stands above it, whatever its day is; it is no payment. */
function isCarried(line: number, { of, numbersOf, figuresAbove }: RowNames): boolean {
  const [balance] = CARRIED.test(of(line))
    ? numbersOf(line)
        .map(({ number }) => number)
        .sort(largestFirst)
    : []
  return balance !== undefined && figuresAbove(line).includes(balance)
}

const largestFirst = (one: number, other: number) => Math.abs(other) - Math.abs(one)

const STATED_SHARE = /(\d+(?:\.\d+)?)\s?[%％]/u
/** One figure may be a share of another by chance. */
const FEWEST_FIGURES = 2

/** `Indirect (10%)` is what its name says of another row, in every figure. */
function isStatedShare(line: number, name: string, { numbersOf, inColumn }: RowNames): boolean {
  const percent = Number(STATED_SHARE.exec(name)?.[1] ?? 0)
  const figures = percent > 0 ? numbersOf(line) : []
  if (figures.length < FEWEST_FIGURES) return false
  let bases: ReadonlySet<number> | null = null
  for (const { column, number } of figures) {
    const rounding = Math.max(Math.abs(number) / 1_000, 0.5)
    const [least, most] = [((number - rounding) * 100) / percent, ((number + rounding) * 100) / percent]
    const lines = inColumn(column).linesBetween(least, most)
    bases = new Set(lines.filter((other) => other !== line && (bases?.has(other) ?? true)))
    if (bases.size === 0) return false
  }
  return true
}

/** Fewer rows come to a figure by chance. */
const FEWEST_SUMMED = 5

/** Nothing but figures in the last row, each the sum of all above it: a total that is not called one. */
function isBareSum(line: number, name: string, { numbersOf, inColumn }: RowNames): boolean {
  const figures = name === '' ? numbersOf(line) : []
  const above = figures.map(({ column, number }) => ({ number, ...inColumn(column).above(line) }))
  return (
    above.some(({ count }) => count >= FEWEST_SUMMED) &&
    above.every(({ number, sum, count }) => count > 1 && Math.abs(sum - number) <= Math.abs(number) * 1e-9 + 1e-6)
  )
}

/** Where one figure of a row is a sum by chance, so many are not. */
const FEWEST_AGGREGATES = 3

/** `年間` under the months: each figure is the sum, the average, the most or the least of all above it, as suits its column. */
function isAggregate(line: number, { inColumn, numbersOf }: RowNames): boolean {
  const figures = numbersOf(line)
  if (figures.length < FEWEST_AGGREGATES) return false
  return figures.every(({ column, number }) => {
    const { count, sum, most, least } = inColumn(column).above(line)
    if (count < FEWEST_AGGREGATES) return false
    const rounding = Math.max(Math.abs(number) / 1_000, 0.051)
    return [sum, sum / count, most, least].some((aggregate) => Math.abs(aggregate - number) <= rounding)
  })
}

/** In percent: taxes on sales that are added below the lines they are a share of. */
const TAX_RATES = [3, 5, 7, 7.7, 8, 8.1, 10, 13, 15, 16, 19, 20, 21, 22, 23, 25]

const shareTaxes = (operands: readonly number[], names: RowNames) =>
  operands.filter((operand) => isShareTax(operand, operands, names))

/** A tax that is a usual share of what it is added to was computed from it; any other one is an amount like its neighbours. */
function isShareTax(line: number, operands: readonly number[], names: RowNames): boolean {
  if (!TAX.test(names.of(line))) return false
  const tax = names.sumOf([line])
  const base = names.sumOf(operands.filter((operand) => operand !== line))
  const rounding = Math.max(Math.abs(tax) / 1_000, Math.abs(tax) >= 50 ? 1 : 0.01)
  return TAX_RATES.some((rate) => Math.abs((base * rate) / 100 - tax) <= rounding)
}

/** More of the rows are not called results of others: then that is what the table is about. */
const MOST_CALLED = 0.5

/**
 * Rows that a name alone says are computed: one that says nothing else, or one that is called, or ends, like a row whose
 * arithmetic was found. A dash among the parts of a total keeps its arithmetic from holding and makes it no row of data.
 */
export function calledRows(
  names: readonly string[],
  words: readonly (LineWord | null)[],
  computed: ReadonlyMap<number, RowRole>,
): Map<number, RowRole> {
  const marks = new Set([...computed.keys()].flatMap((line) => totalMark(names[line] ?? '', words[line]) ?? []))
  const namesakes = new Map([...computed].flatMap(([line, role]) => (words[line] ? [[names[line] ?? '', role]] : [])))
  const called = new Map<number, RowRole>()
  for (const [line, name] of names.entries()) {
    if (computed.has(line)) continue
    const bare = bareWordOf(name)
    const mark = totalMark(name, words[line])
    const namesake = namesakes.get(name)
    if (namesake) called.set(line, namesake)
    else if (bare === 'average') called.set(line, 'ratio')
    else if (bare === 'sum' || (mark !== null && marks.has(mark)))
      called.set(line, OF_A_PART.test(name) ? 'subtotal' : 'total')
  }
  return called.size + computed.size > names.length * MOST_CALLED && called.size > computed.size ? new Map() : called
}

const TOTAL_MARK =
  /(合計|総計|小計|累計|計|合计|小计|总计|합계|소계|sub-?\s?total|total)s?$|^(sub-?\s?total|total|sous-total|zwischensumme|summe|suma|somme|subtotale|totale|subtotaal|totaal|delsumma|summa)\b/iu

/** The word in a name that says that its figures are a sum: `小計` at its end, `Summe` before what it is of. */
const totalMark = (name: string, word: LineWord | null | undefined) => {
  const [, last, first] = (word === 'sum' ? TOTAL_MARK.exec(name) : null) ?? []
  return (last ?? first)?.toLowerCase() ?? null
}
