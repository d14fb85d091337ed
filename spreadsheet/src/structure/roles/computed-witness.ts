import { readPeriod } from '../periods/read-period.ts'
import type { Relation } from './arithmetic/relation.ts'
import type { LineWord } from './line-words.ts'

/** What is known of the lines of a table, rows or columns alike, beside their numbers. */
export type LineLabels = {
  words: readonly (LineWord | null)[]
  /** As people read them: the whole name of a row, the lowest header of a column. */
  names: readonly string[]
  /** Whether the sheet sets this line apart from those it is computed from, by indent, outline or weight. */
  isSetApart(line: number, operands: readonly number[]): boolean
}

/**
 * The relations that something beside the arithmetic speaks for: a formula, a name that says so, a longer period than
 * those it adds up, a layout that sets the line apart, a result that is computed from the line and not from its parts,
 * totals that it is computed from, or sums that divide the whole table between them.
 * Numbers add up by chance, and a row of data that was taken for a total is lost to every sum.
 */
export function withWitness(found: readonly Relation[], labels: LineLabels): Relation[] {
  const totals = found.flatMap(({ line }) => (labels.words[line] === 'sum' ? [line] : []))
  const relations = found.filter((one) => one.isFormula || isNamed(one, labels) || !isAcross(one, totals, labels.names))
  const kept = new Set(
    relations.filter((relation) => relation.isFormula || isNamed(relation, labels) || isLaidOut(relation, labels)),
  )
  for (const relation of tiling(relations, kept, labels.names.length)) kept.add(relation)
  for (let before = -1; before < kept.size; ) {
    before = kept.size
    const computed = new Set([...kept].map(({ line }) => line))
    for (const relation of relations)
      if ([...kept].some((result) => standsFor(relation, result)) || goesOn(relation, computed)) kept.add(relation)
  }
  return relations.filter((relation) => kept.has(relation))
}

/**
 * A total of others stands between the line and all that would add up to it: it is one of the parts of that total, and no sum of other
 * parts. What is added up under the same name, as men and women of an age, may stand anywhere.
 */
function isAcross({ line, operands }: Relation, totals: readonly number[], names: readonly string[]): boolean {
  const isNamesake = (operand: number) => names[operand]?.startsWith(names[line] ?? '') ?? false
  if (operands.every(isNamesake)) return false
  const [above] = operands.filter((operand) => operand < line).sort((one, other) => other - one)
  const [below] = operands.filter((operand) => operand > line).sort((one, other) => one - other)
  const isCut = (from: number, to: number) => totals.some((total) => total > from && total < to)
  return (above === undefined || isCut(above, line)) && (below === undefined || isCut(line, below))
}

/** One figure may be the sum of its neighbours by chance. */
const FEWEST_PLACES = 2

/** A profit is the sales less the costs, and not less what the costs are made of: both stand for their parts. */
const standsFor = ({ line, op, operands, places }: Relation, result: Relation) =>
  op === 'sum' &&
  places.length >= FEWEST_PLACES &&
  (result.op === 'sum' || result.op === 'difference') &&
  result.operands.includes(line) &&
  !operands.some((operand) => result.operands.includes(operand))

/**
 * The sum of several totals, or what is left when the lines between a total and this one are added to it or taken away: a figure
 * of a record follows from no total.
 */
function goesOn({ line, op, operands, places }: Relation, computed: ReadonlySet<number>): boolean {
  if (places.length < FEWEST_PLACES || operands.length < 2 || (op !== 'sum' && op !== 'difference')) return false
  if (op === 'sum' && operands.every((operand) => computed.has(operand))) return true
  const first = Math.min(...operands)
  const areAllBetween = Math.max(...operands) === line - 1 && operands.length === line - first
  return operands.length > 2 && areAllBetween && computed.has(first)
}

/**
 * Sums right above their parts, one block after the other from the first line to the last: two figures may add up by chance, but
 * not so that every line of the table is a sum or a part of one.
 */
function tiling(relations: readonly Relation[], kept: ReadonlySet<Relation>, lines: number): Relation[] {
  const known = new Set([...kept].map(({ line }) => line))
  const heads = new Map(relations.filter((one) => headsNext(one)).map((one) => [one.line, one]))
  const blocks: Relation[] = []
  for (let line = 0; line < lines; line++) {
    const head = heads.get(line)
    if (head) {
      blocks.push(head)
      line += head.operands.length
    } else if (!known.has(line)) return []
  }
  return blocks.length > 1 ? blocks : []
}

/** The sum of the lines right below it, and of at least two. */
const headsNext = ({ line, op, operands, places, isMixed }: Relation) =>
  op === 'sum' &&
  isMixed !== true &&
  operands.length > 1 &&
  places.length >= FEWEST_PLACES &&
  Math.min(...operands) === line + 1 &&
  Math.max(...operands) === line + operands.length

const isNamed = ({ line, operands }: Relation, { words, names }: LineLabels) =>
  (words[line] ?? null) !== null ||
  isLongerPeriod(
    names[line] ?? '',
    operands.map((operand) => names[operand] ?? ''),
  )

const isLaidOut = ({ line, op, operands, isMixed }: Relation, { isSetApart }: LineLabels) =>
  op === 'sum' && isMixed !== true && operands.length > 1 && isSetApart(line, operands)

const LENGTHS = ['day', 'week', 'month', 'quarter', 'half', 'year'] as const

/** `Q1` beside its months: a name of one kind of period above names of a shorter kind. */
function isLongerPeriod(name: string, parts: readonly string[]): boolean {
  const whole = lengthOf(name)
  return whole > 0 && parts.every((part) => lengthOf(part) >= 0 && lengthOf(part) < whole)
}

function lengthOf(name: string): number {
  const granularity = readPeriod(name)?.granularity
  return granularity === undefined || granularity === 'other' ? -1 : LENGTHS.indexOf(granularity)
}
