import { findCopies, tighten } from './copied-lines.ts'
import { mostBitsOf, type NumberLines } from './number-lines.ts'
import type { Relation } from './relation.ts'
import { FORMS, type Form, ROUNDING, weighTriple } from './triples.ts'

/** So many pairs of lines are looked at; in a table of more lines only those nearer to each other. */
const MOST_PAIRS = 20_000
const WIDEST = 40
const LEAST_AGREEMENT = 0.8
/** Places of a line at which its relations are guessed before they are weighed at all. */
const PROBES = 12

/** Lines computed from two others: sums, differences stated as sums, shares, rates and changes. */
export function findTriples(numbers: NumberLines): Relation[] {
  const reach = Math.min(WIDEST, Math.max(2, Math.floor(MOST_PAIRS / Math.max(1, numbers.lines) / 2)))
  const cost = 2 * Math.log2(2 * Math.min(reach, numbers.lines) + 1) + 8
  const found: Relation[] = []
  const copies = findCopies(numbers)
  for (let line = 0; line < numbers.lines; line++) {
    if (mostBitsOf(numbers, line) < cost) continue
    for (const { form, first, second } of guessTriples(numbers, copies, line, reach)) {
      const relation = weighTriple(numbers, form, { line, first, second })
      if (relation && relation.agreement >= LEAST_AGREEMENT && relation.bits >= cost && isNear(relation))
        found.push(tighten(relation, copies))
    }
  }
  return found
}

/** The nearer operand of a ratio stands beside it. */
const NEARBY = 16

const isNear = ({ line, op, operands }: Relation) =>
  op === 'sum' || operands.some((operand) => Math.abs(operand - line) <= NEARBY)

type Guess = { form: Form; first: number; second: number; votes: number }

/** The share of the probed places at which a guess must hold before it is weighed at all; empty cells are none. */
const LEAST_VOTES = 0.2

/** What holds at enough of the probed places. */
function guessTriples(numbers: NumberLines, copies: ReadonlyMap<number, number>, line: number, reach: number): Guess[] {
  if (copies.has(line)) return []
  const probes = probePlaces(numbers, line)
  const guesses = new Map<number, Guess>()
  const needed = Math.max(Math.min(2, probes.length), Math.ceil(LEAST_VOTES * probes.length))
  for (const [n, place] of probes.entries()) {
    // What is guessed for the first time must have the votes of the places that are left.
    const isLate = probes.length - n < needed
    if (isLate && guesses.size === 0) break
    guessAt(numbers, copies, line, reach, place, guesses, isLate)
  }
  return [...guesses.values()].filter(({ votes }) => votes >= needed)
}

/** Spread over the line, those that are not nothing. */
function probePlaces(numbers: NumberLines, line: number): number[] {
  const telling: number[] = []
  for (let place = 0; place < numbers.places; place++) {
    const value = numbers.at(line, place)
    if (value !== 0 && !Number.isNaN(value)) telling.push(place)
  }
  if (telling.length <= PROBES) return telling
  return Array.from({ length: PROBES }, (_, n) => telling[Math.floor(((n + 0.5) * telling.length) / PROBES)] ?? 0)
}

/** A ratio that says less is one of many. */
const LEAST_BITS = 1.5

type Neighbour = { line: number; value: number }

function guessAt(
  numbers: NumberLines,
  copies: ReadonlyMap<number, number>,
  line: number,
  reach: number,
  place: number,
  guesses: Map<number, Guess>,
  isLate: boolean,
) {
  const near: Neighbour[] = []
  const to = Math.min(numbers.lines - 1, line + reach)
  for (let other = Math.max(0, line - reach); other <= to; other++) {
    const value = numbers.at(other, place)
    if (other !== line && !copies.has(other) && value !== 0 && !Number.isNaN(value)) near.push({ line: other, value })
  }
  near.sort((one, other) => one.value - other.value)
  const result = numbers.at(line, place)
  const unit = numbers.unitAt(line, place)
  const surprise = numbers.surpriseAt(line, place)
  for (const { line: first, value } of near)
    for (const [kind, form] of FORMS.entries()) {
      if (form.op !== 'sum' && surprise < LEAST_BITS) continue
      const from = form.second(result - 0.5 * unit, value)
      const to = form.second(result + 0.5 * unit, value)
      const slack = Math.min(ROUNDING, 1 / Math.abs(value)) * Math.abs(form.second(result, value))
      eachWithin(near, Math.min(from, to) - slack, Math.max(from, to) + slack, (second) => {
        if (second === first || (form.op === 'sum' && second < first)) return
        const key = (first * numbers.lines + second) * FORMS.length + kind
        const guess = guesses.get(key)
        if (guess) guess.votes++
        else if (!isLate) guesses.set(key, { form, first, second, votes: 1 })
      })
    }
}

function eachWithin(sorted: readonly Neighbour[], low: number, high: number, take: (line: number) => void) {
  let from = 0
  let to = sorted.length
  while (from < to) {
    const middle = (from + to) >> 1
    if ((sorted[middle]?.value ?? 0) < low) from = middle + 1
    else to = middle
  }
  for (let n = from; n < sorted.length; n++) {
    const found = sorted[n]
    if (!found || found.value > high) return
    take(found.line)
  }
}
