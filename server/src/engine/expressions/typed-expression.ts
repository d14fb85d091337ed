import type { Arithmetic, Comparison } from './expression.ts'

/** Numbers are exact, with so many digits and decimals, unless a DOUBLE or a division takes part. */
export type ValueType =
  | { kind: 'exact'; precision: number; scale: number }
  | { kind: 'double' | 'text' | 'boolean' | 'date' | 'time' | 'timestamp' | 'timestamptz' | 'uuid' | 'json' }

/** An expression whose parts fit together. Conversions stand in it, so that SQL and evaluation need none of their own. */
export type Typed = { type: ValueType } & TypedNode
type TypedNode =
  | { kind: 'column'; columnId: number }
  /** Canonical. */
  | { kind: 'literal'; text: string }
  | { kind: 'and' | 'or'; parts: readonly Typed[] }
  | { kind: 'not' | 'minus' | 'abs' | 'to_double' | 'rescale' | 'length' | 'year' | 'month' | 'day'; of: Typed }
  | { kind: 'is_null'; of: Typed; isNegated: boolean }
  | { kind: 'compare'; op: Comparison; left: Typed; right: Typed }
  | { kind: 'arithmetic'; op: Arithmetic; left: Typed; right: Typed }
  | { kind: 'contains' | 'starts_with' | 'ends_with'; left: Typed; right: Typed }
  | { kind: 'matches'; of: Typed; pattern: string }
  | { kind: 'coalesce'; parts: readonly Typed[] }
  /** One of these literals. */
  | { kind: 'among'; of: Typed; list: readonly Typed[] }
  /** `of` is computed once; in the test, `operand` stands for its value. */
  | { kind: 'once'; of: Typed; test: Typed }
  | { kind: 'operand' }

/** The parts of a typed expression. What `once` computes is met where its test uses it. */
export function typedPartsOf(part: Exclude<Typed, { kind: 'once' | 'operand' }>): readonly Typed[] {
  switch (part.kind) {
    case 'column':
    case 'literal':
      return []
    case 'and':
    case 'or':
    case 'coalesce':
      return part.parts
    case 'compare':
    case 'arithmetic':
    case 'contains':
    case 'starts_with':
    case 'ends_with':
      return [part.left, part.right]
    case 'among':
      return [part.of, ...part.list]
    default:
      return [part.of]
  }
}
