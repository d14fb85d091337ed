import type { CheckedCondition } from './checked-condition.ts'
import { stepsOf } from './pattern.ts'
import { type Typed, typedPartsOf } from './typed-expression.ts'

/** What one part of a condition costs on a number: about a microsecond. */
export type Cost = number

/** No test of one row takes longer in a node: between two of them it serves others. */
export const MOST_ROW_COST: Cost = 4_000

const STEPS_AT_ONCE = 250
const CHARACTERS_AT_ONCE = 50

/** An upper bound of what evaluating a condition for a row costs, by the longest text in each of its columns. */
export function evaluationCost(condition: CheckedCondition, longest: (columnId: number) => number): Cost {
  let cost = 0
  /** The length of the longest text that the part may give. */
  const visit = (part: Typed, operand: number): number => {
    cost += 1
    switch (part.kind) {
      case 'column':
        return longest(part.columnId)
      case 'literal':
        return part.text.length
      case 'operand':
        return operand
      case 'once':
        visit(part.test, visit(part.of, operand))
        return 0
      case 'among':
        visit(part.of, operand)
        return 0
      default: {
        const lengths = typedPartsOf(part).map((inner) => visit(inner, operand))
        cost += textCost(part, lengths)
        return part.kind === 'coalesce' ? Math.max(...lengths) : 0
      }
    }
  }
  visit(condition, 0)
  return cost
}

function textCost(part: Typed, lengths: readonly number[]): Cost {
  const [first = 0, second = 0] = lengths
  switch (part.kind) {
    case 'matches':
      return (stepsOf(part.pattern) * first) / STEPS_AT_ONCE
    // A search that fails late at every place.
    case 'contains':
      return ((first + 1) * (second + 1)) / STEPS_AT_ONCE / CHARACTERS_AT_ONCE
    default:
      return lengths.reduce((sum, length) => sum + length, 0) / CHARACTERS_AT_ONCE
  }
}
