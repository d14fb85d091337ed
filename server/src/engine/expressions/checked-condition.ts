import { type Expression, ExpressionError, partsOf } from './expression.ts'
import { type Typed, typedPartsOf } from './typed-expression.ts'

declare const checked: unique symbol

/** A condition whose types fit and whose size is bounded. SQL and evaluation take nothing else. */
export type CheckedCondition = Typed & { readonly [checked]: true }

/** Parts of an expression after its operands are written out: that is what SQL text, its planner and every walk cost. */
export const MOST_PARTS = 5_000
/** DuckDB refuses SQL that nests 1,000 levels; some stand around the condition. */
const MOST_LEVELS = 900

const tooLarge = () =>
  new ExpressionError(
    `has more than ${MOST_PARTS.toLocaleString('en')} parts, with what stands in between counted twice`,
  )

/** Stops at the limit, so that a part which stands in many places costs no more than the limit either. */
export function refuseIfTooLarge<Ref>(expression: Expression<Ref>) {
  const waiting = [expression]
  let parts = 0
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    parts += 1
    if (parts > MOST_PARTS) throw tooLarge()
    waiting.push(...partsOf(part))
  }
}

/** The only way to a `CheckedCondition`: counts what the condition becomes in SQL before any is built. */
export function checkedCondition(condition: Typed): CheckedCondition {
  if (condition.type.kind !== 'boolean') throw new ExpressionError('is no condition')
  const { parts, levels } = new Measure().of(condition, NO_OPERAND)
  if (parts > MOST_PARTS) throw tooLarge()
  if (levels > MOST_LEVELS) throw new ExpressionError('has too many operations that stand in each other')
  // Safe: the mark is a promise, not a member.
  return condition as CheckedCondition
}

/** How many parts the SQL of a condition has, and how many levels deep DuckDB nests it. */
export const sizeOf = (condition: CheckedCondition): Size => new Measure().of(condition, NO_OPERAND)

type Size = { parts: number; levels: number }

const NO_OPERAND: Size = { parts: 1, levels: 1 }

class Measure {
  #visits = 0

  of(part: Typed, operand: Size): Size {
    this.#visits += 1
    if (this.#visits > MOST_PARTS) throw tooLarge()
    if (part.kind === 'operand') return operand
    if (part.kind === 'once') return this.of(part.test, this.of(part.of, operand))
    let [parts, levels] = [1, 0]
    for (const inner of typedPartsOf(part)) {
      const size = this.of(inner, operand)
      parts += size.parts
      levels = Math.max(levels, size.levels)
    }
    return { parts, levels: levels + levelsOf(part) }
  }
}

/** As its parser and its binder count them, whichever counts more. */
function levelsOf(part: Typed): number {
  switch (part.kind) {
    case 'literal':
    case 'to_double':
      return 3
    case 'arithmetic':
      if (part.type.kind !== 'exact') return part.op === '/' ? 12 : 2
      return part.type.precision < 38 ? 4 : 8
    case 'coalesce':
    case 'rescale':
    case 'minus':
    case 'abs':
      return 2
    default:
      return 1
  }
}
