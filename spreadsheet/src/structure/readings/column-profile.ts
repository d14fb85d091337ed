import { type FieldKind, familyOf, kindOf } from './field-kind.ts'
import type { Field, Sample } from './sample.ts'

/** What the fields of a column have in common. */
export type ColumnProfile = {
  /** The share of fields that hold something. */
  filled: number
  family: ReturnType<typeof familyOf>
  /** The share of filled fields that are of this family. */
  purity: number
  /** The middle of the sizes of its numbers, as a power of ten; null without numbers. */
  size: number | null
  /** Different texts among the filled fields. */
  texts: ReadonlySet<string>
  /** How long its texts are on average. */
  length: number
}

export const profileColumns = (sample: Sample): ColumnProfile[] =>
  sample.columns.map((_, column) => profileOf(sample.rows.map((row) => row[column] ?? null)))

export function profileOf(fields: readonly Field[]): ColumnProfile {
  const families = new Map<ReturnType<typeof familyOf>, number>()
  const texts = new Set<string>()
  const sizes: number[] = []
  let length = 0
  let filled = 0
  for (const field of fields) {
    const kind: FieldKind = kindOf(field)
    if (field === null || kind === 'empty') continue
    filled += 1
    length += field.text.length
    const family = familyOf(kind)
    families.set(family, (families.get(family) ?? 0) + 1)
    texts.add(field.text.toLowerCase())
    if (field.value.kind === 'number' && field.value.number !== 0) sizes.push(Math.log10(Math.abs(field.value.number)))
  }
  const [[family, most] = ['empty' as const, 0]] = [...families].sort(([, one], [, other]) => other - one)
  return {
    filled: fields.length === 0 ? 0 : filled / fields.length,
    family,
    purity: filled === 0 ? 0 : most / filled,
    size: middleOf(sizes),
    texts,
    length: filled === 0 ? 0 : length / filled,
  }
}

function middleOf(numbers: readonly number[]): number | null {
  return [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? null
}
