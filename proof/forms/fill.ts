import { createRandom, type Random } from '../structuring-invariants/random.ts'
import { bytesOfRows, type Field, type Filled, type FormKind, type Row, type Value } from './form.ts'

/** What was done to a form before it came back. Those below `wrong` must not be read as if nothing were the matter. */
export const VARIATIONS = ['plain', 'rows_moved', 'column_before', 'spelling', 'values_missing', 'widened'] as const
export const WRONG = ['reworded', 'field_added', 'wrong_type', 'other_title', 'other_file'] as const
export type Variation = (typeof VARIATIONS)[number] | (typeof WRONG)[number]

export const isWrong = (variation: Variation) => (WRONG as readonly string[]).includes(variation)

export type FilledForm = Filled & {
  filename: string
  bytes: Uint8Array<ArrayBuffer>
  variation: Variation
  /** Codes of which one must be given for a form that does not fit. */
  codes: readonly string[]
}

type Made = { filled: Filled; rows: Row[] }

/** A sample that the template is made from: everything is filled in. */
export function sampleForm(kind: FormKind): FilledForm {
  const { filled, rows } = fill(kind, createRandom(7), 'plain')
  return {
    ...filled,
    filename: `sample-${kind.language}.xlsx`,
    bytes: bytesOfRows(rows, 'Sheet1'),
    variation: 'plain',
    codes: [],
  }
}

/** The same seed gives the same file. Of 25 files five do not fit, one in each way. */
export function filledForm(kind: FormKind, seed: number): FilledForm {
  const random = createRandom(seed * 31 + 1000 + kind.title.length)
  const variation = WRONG[seed % 25] ?? VARIATIONS[seed % VARIATIONS.length] ?? 'plain'
  const { filled, rows } = variation === 'other_file' ? otherFile(random) : fill(kind, random, variation)
  const widths = variation === 'widened' ? rows[0]?.map(() => random.whole(8, 60)) : []
  return {
    ...filled,
    filename: `${kind.language === 'ja' ? '回答' : 'form'}-${String(seed + 1).padStart(2, '0')}.xlsx`,
    bytes: bytesOfRows(rows, random.chance(0.3) ? 'Form' : 'Sheet1', widths),
    variation,
    codes: CODES[variation] ?? [],
  }
}

const CODES: Partial<Record<Variation, readonly string[]>> = {
  reworded: ['label_missing'],
  field_added: ['unexpected_label'],
  wrong_type: ['value_type'],
  other_title: ['anchor_not_found'],
}

const width = (kind: FormKind) => Math.max(kind.beside * 2, kind.lines?.columns.length ?? 0)

function fill(kind: FormKind, random: Random, variation: Variation): Made {
  const fields: Record<string, Value> = {}
  const filledIn = ({ label, value }: Field) => {
    const isEmpty = variation === 'values_missing' && random.chance(0.3)
    fields[label] = isEmpty ? null : value(random)
    return fields[label] ?? null
  }
  const reworded = variation === 'reworded' ? random.one([...kind.head, ...kind.foot]) : null
  const written = (one: Field) => spelledLabel(one === reworded ? one.other : one.label, variation, random)
  const rows: Row[] = [[variation === 'other_title' ? kind.otherTitle : kind.title], []]
  if (variation === 'rows_moved') for (let n = random.whole(1, 4); n > 0; n--) rows.push([])
  if (kind.note) rows.push([kind.note], [])
  for (let n = 0; n < kind.head.length; n += kind.beside)
    rows.push(kind.head.slice(n, n + kind.beside).flatMap((one) => [written(one), filledIn(one)]))
  if (variation === 'field_added') rows.push([kind.language === 'ja' ? '値引理由' : 'Cost centre', 'K-17'])
  const lines = kind.lines ? linesOf(kind.lines, random, rows, kind) : []
  for (const total of kind.totals) {
    const sum = Math.round(total.of(lines) * 100) / 100
    fields[total.label] = sum
    rows.push([...Array<null>(width(kind) - 2).fill(null), total.label, sum])
  }
  rows.push([])
  if (variation === 'rows_moved') rows.push([])
  for (const one of kind.foot) rows.push([written(one), filledIn(one)])
  if (variation === 'wrong_type') spoilType(kind, rows)
  const shifted = variation === 'column_before' ? rows.map((row) => (row.length > 0 ? [null, ...row] : row)) : rows
  const columns = kind.lines?.columns ?? []
  const records = lines.map((row) => Object.fromEntries(columns.map(({ label }, n) => [label, row[n] ?? null])))
  return { filled: { fields, lines: records }, rows: shifted }
}

function linesOf(
  { columns, count }: NonNullable<FormKind['lines']>,
  random: Random,
  rows: Row[],
  kind: FormKind,
): Row[] {
  rows.push(
    [],
    columns.map(({ label }) => label),
  )
  const lines = Array.from({ length: count(random) }, (_, n) => {
    const row = columns.map(({ value }) => value(random, n))
    return kind.kind === 'invoice' ? [...row.slice(0, 3), Math.round(Number(row[1]) * Number(row[2]) * 100) / 100] : row
  })
  rows.push(...lines)
  return lines
}

/** Spaces and colons that people put in when they type a form again. */
function spelledLabel(label: string, variation: Variation, random: Random): string {
  if (variation !== 'spelling' || random.chance(0.4)) return label
  return random.chance(0.5) ? `${label}：` : `${label} `
}

/** A word where a figure or a day belongs. */
function spoilType(kind: FormKind, rows: Row[]) {
  const typed = kind.head.find(({ label }) => rows.some((row) => isTyped(row[row.indexOf(label) + 1], row, label)))
  const at = rows.findIndex((row) => typed && row.includes(typed.label))
  const row = [...(rows[at] ?? [])]
  row[row.indexOf(typed?.label ?? '') + 1] = kind.language === 'ja' ? '未定' : 'to be decided'
  rows[at] = row
}

const isTyped = (value: Value | undefined, row: Row, label: string) =>
  row.includes(label) && (value instanceof Date || typeof value === 'number')

/** Something else that was sent along: a list of stock. */
function otherFile(random: Random): Made {
  const rows: Row[] = [
    ['SKU', 'Colour', 'Stock', 'Shelf'],
    ...Array.from({ length: random.whole(5, 20) }, (_, n) => [
      `K${100 + n}`,
      random.one(['red', 'blue', 'green']),
      random.whole(0, 500),
      `R${random.whole(1, 9)}`,
    ]),
  ]
  return { filled: { fields: {}, lines: [] }, rows }
}
