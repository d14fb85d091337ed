import type { Field } from './sample.ts'

/** What stands in a field, coarse enough that fields of one column agree. */
export type FieldKind =
  | 'empty'
  | 'whole'
  | 'fraction'
  | 'share'
  | 'money'
  | 'date'
  | 'boolean'
  | 'code'
  | 'word'
  | 'text'

/** Longer texts, or those of more words, tell something; shorter ones name it. */
const LONGEST_WORD = 16

/** `45.0` among `45.3`. */
const WITH_DECIMALS = /\d\.\d+$/

export function kindOf(field: Field): FieldKind {
  if (field === null) return 'empty'
  const { value, text } = field
  switch (value.kind) {
    case 'absent':
    case 'error':
      return 'empty'
    case 'number':
      if (value.isPercent) return 'share'
      if (value.unit !== null) return 'money'
      return Number.isInteger(value.number) && !WITH_DECIMALS.test(text) ? 'whole' : 'fraction'
    case 'text':
      return text.length <= LONGEST_WORD ? 'word' : 'text'
    default:
      return value.kind
  }
}

/** Kinds that may stand side by side in one column: a whole number is a fraction too. */
export function familyOf(kind: FieldKind): 'empty' | 'number' | 'date' | 'text' | 'boolean' {
  switch (kind) {
    case 'empty':
    case 'date':
    case 'boolean':
      return kind
    case 'word':
    case 'text':
    case 'code':
      return 'text'
    default:
      return 'number'
  }
}
