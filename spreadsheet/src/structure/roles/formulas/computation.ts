import type { Reference } from '../../../formulas/parse-formula.ts'
import type { Relation } from '../arithmetic/relation.ts'

/** What a formula makes of the cells it refers to, where that is one of the ways in which tables compute. */
export type Computation = {
  op: Relation['op']
  /** In the order of the operation. */
  operands: readonly Reference[]
  /** Some are added and some taken off. */
  isMixed?: boolean
  /** What is computed in the same way is left out of it. */
  skipsItsLike?: boolean
}

/** A part of a formula: a number, cells that are added and taken off, or what is computed from them. */
export type Term =
  | { kind: 'number'; number: number }
  | { kind: 'cells'; plus: readonly Reference[]; minus: readonly Reference[]; skipsItsLike?: boolean }
  | { kind: 'computed'; computation: Computation }

/** Null for a copy of one cell, and for what is no computation of a table. */
export function computationOf(term: Term | null): Computation | null {
  if (term?.kind === 'computed') return term.computation
  if (term?.kind !== 'cells') return null
  const { plus, minus, skipsItsLike } = term
  const [first] = plus
  if (!first) return null
  const isOne = plus.length === 1 && first.last === null
  if (minus.length > 0) return { op: 'difference', operands: [...plus, ...minus], ...(isOne ? {} : { isMixed: true }) }
  if (isOne) return null
  return { op: 'sum', operands: plus, ...(skipsItsLike ? { skipsItsLike } : {}) }
}

export function add(one: Term, other: Term, isTakenOff: boolean): Term | null {
  if (one.kind === 'cells' && other.kind === 'cells') {
    const [plus, minus] = isTakenOff ? [other.minus, other.plus] : [other.plus, other.minus]
    return { kind: 'cells', plus: [...one.plus, ...plus], minus: [...one.minus, ...minus] }
  }
  // What something has grown to, less one, is by how much it has grown.
  if (isDivision(one) && isTakenOff && other.kind === 'number' && (other.number === 1 || other.number === 100))
    return { kind: 'computed', computation: { ...one.computation, op: 'relative_change' } }
  return null
}

/** Only what makes a share a percentage is looked through. */
export function multiply(one: Term, other: Term): Term | null {
  if (one.kind === 'number') return other.kind === 'number' ? null : multiply(other, one)
  if (other.kind !== 'number') return null
  return other.number === 1 || (one.kind === 'computed' && other.number === 100) ? one : null
}

export function divide(one: Term, other: Term): Term | null {
  if (one.kind !== 'cells') return null
  if (other.kind === 'number') return averageOf(one, other.number)
  const divisor = singleCell(other)
  if (!divisor) return null
  const dividend = singleCell(one)
  if (dividend) return { kind: 'computed', computation: { op: 'division', operands: [dividend, divisor] } }
  const [grown] = one.plus
  const [from] = one.minus
  const isChange = one.plus.length === 1 && one.minus.length === 1 && isSameCell(from, divisor)
  return isChange && grown && grown.last === null
    ? { kind: 'computed', computation: { op: 'relative_change', operands: [grown, divisor] } }
    : null
}

/** Added up and divided by how many they are. */
function averageOf({ plus, minus }: Extract<Term, { kind: 'cells' }>, count: number): Term | null {
  const isOne = plus.length === 1 && plus[0]?.last === null
  if (minus.length > 0 || isOne || plus.reduce((cells, box) => cells + cellsIn(box), 0) !== count) return null
  return { kind: 'computed', computation: { op: 'average', operands: plus } }
}

function cellsIn({ first, last }: Reference): number {
  if (!last) return 1
  return (Math.abs(last.row.number - first.row.number) + 1) * (Math.abs(last.column.number - first.column.number) + 1)
}

function singleCell(term: Term): Reference | null {
  if (term.kind !== 'cells' || term.minus.length > 0 || term.plus.length !== 1) return null
  const [cell] = term.plus
  return cell && cell.last === null ? cell : null
}

const isDivision = (term: Term): term is Extract<Term, { kind: 'computed' }> =>
  term.kind === 'computed' && term.computation.op === 'division'

const isSameCell = (one: Reference | undefined, other: Reference) =>
  one !== undefined && JSON.stringify(one) === JSON.stringify(other)
