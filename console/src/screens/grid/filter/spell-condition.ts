import type { CellKind } from '../../../parts/grid/cells/typed-text.ts'
import { plainText } from '../../../parts/grid/cells/typed-text.ts'
import { count } from '../../../words/words.ts'
import type { ColumnTexts } from '../columns/column-words.ts'
import { type Comparison, type Condition, takesValue } from '../grid-search.ts'

const EMPTY_OR_NOT: readonly Comparison[] = ['is_null', 'not_null']
const ORDERED: readonly Comparison[] = ['=', '!=', '>', '>=', '<', '<=', 'between']

const OPS: Record<CellKind, readonly Comparison[]> = {
  text: ['contains', 'not_contains', 'starts_with', '=', '!=', ...EMPTY_OR_NOT],
  number: [...ORDERED, ...EMPTY_OR_NOT],
  date: [...ORDERED, ...EMPTY_OR_NOT],
  timestamp: [...ORDERED, ...EMPTY_OR_NOT],
  boolean: ['=', ...EMPTY_OR_NOT],
  other: ['=', '!=', ...EMPTY_OR_NOT],
}

/** The conditions that cells of this kind can be asked for. */
export const opsOf = (kind: CellKind) => OPS[kind]

const MOST_NAMED = 3

/** A condition in words, without the name of its column. */
export function spellCondition({ op, value = '', to = '', values = [] }: Condition, w: ColumnTexts): string {
  if (op === 'in' || op === 'not_in') return `${w.ops[op]} ${spellValues(values, w)}`
  if (op === 'between') return w.range(value, to)
  return takesValue(op) ? `${w.ops[op]} ${value}` : w.ops[op]
}

function spellValues(values: NonNullable<Condition['values']>, w: ColumnTexts): string {
  const named = values.slice(0, MOST_NAMED).map((value) => (value === null ? w.empty : plainText(value)))
  const more = values.length - named.length
  return named.join(', ') + (more > 0 ? ` ${w.andMore(count(more))}` : '')
}
