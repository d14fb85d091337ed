import { hasNumbers, type NumberLines } from '../arithmetic/number-lines.ts'
import type { Relation } from '../arithmetic/relation.ts'
import { weighLines } from '../arithmetic/stride-sums.ts'
import type { Computation } from './computation.ts'
import type { LineVotes, Span, Vote } from './read-formulas.ts'

/** The share of the numbers of a line that must be computed in the same way. */
const MOST = 0.5
/** Addends in all: sums that grow with every row would be as many as the square of the rows. */
const MOST_OPERANDS = 1_000_000

/** Lines most numbers of which say by their formulas how they are computed. */
export function findFormulaRelations(numbers: NumberLines, votes: LineVotes): Relation[] {
  const found: Relation[] = []
  let operands = 0
  for (const [line, ways] of votes) {
    const vote = [...ways.values()].reduce((one, other) => (other.places.length > one.places.length ? other : one))
    const numbered = placesWithNumbers(numbers, line)
    operands += vote.spans.reduce((count, [from, to]) => count + to - from + 1, 0)
    if (operands > MOST_OPERANDS) return found
    if (vote.places.length < MOST * numbered.length) continue
    const relation = relationOf(numbers, line, numbered, vote, votes)
    if (relation) found.push(relation)
  }
  return found
}

function relationOf(
  numbers: NumberLines,
  line: number,
  numbered: readonly number[],
  { computation, spans, places: voted }: Vote,
  votes: LineVotes,
): Relation | null {
  const { op, isMixed, skipsItsLike } = computation
  const isLeftOut = (operand: number) =>
    !hasNumbers(numbers, operand) || (skipsItsLike === true && skipsIt(votes.get(operand)))
  const all = spans.flatMap(linesIn)
  const operands = all.filter((operand) => !isLeftOut(operand))
  // Without what something is taken from nothing is left of a difference.
  if (operands.length < 2 || (op === 'difference' && operands[0] !== all[0])) return null
  const places = [...new Set([...voted, ...placesHeld(numbers, line, numbered, operands, computation)])]
  places.sort((one, other) => one - other)
  return {
    line,
    op,
    operands,
    places,
    agreement: places.length / numbered.length,
    bits: Number.POSITIVE_INFINITY,
    isFormula: true,
    ...(isMixed ? { isMixed } : {}),
  }
}

/** Where it holds too, although no formula says so: in the corner of a table a total is computed along its row or its column. */
function placesHeld(
  numbers: NumberLines,
  line: number,
  numbered: readonly number[],
  operands: readonly number[],
  { op, isMixed }: Computation,
): readonly number[] {
  if (op === 'sum') return weighLines(numbers, line, operands)?.places ?? []
  return op === 'difference' && !isMixed ? numbered.filter((place) => isLeft(numbers, line, operands, place)) : []
}

function isLeft(numbers: NumberLines, line: number, [first = 0, ...taken]: readonly number[], place: number): boolean {
  const left = taken.reduce((rest, operand) => rest - (numbers.at(operand, place) || 0), numbers.at(first, place))
  const value = numbers.at(line, place)
  const rounding = 0.5 * numbers.unitAt(line, place) * (taken.length + 2) + 1e-9 * Math.abs(value)
  return Math.abs(left - value) <= rounding
}

/** A subtotal leaves out those above it. */
const skipsIt = (ways: ReadonlyMap<string, Vote> | undefined) =>
  [...(ways?.values() ?? [])].some(({ computation }) => computation.skipsItsLike)

const linesIn = ([from, to]: Span) => Array.from({ length: to - from + 1 }, (_, n) => from + n)

const placesWithNumbers = (numbers: NumberLines, line: number) =>
  Array.from({ length: numbers.places }, (_, place) => place).filter((place) => !Number.isNaN(numbers.at(line, place)))
