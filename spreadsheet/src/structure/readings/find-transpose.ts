import { readPeriod } from '../periods/read-period.ts'
import type { Candidate } from './candidate.ts'
import { kindOf } from './field-kind.ts'
import { headerKind } from './header-family.ts'
import type { Sample } from './sample.ts'

/** A table of more rows than this lies on its side only if it has even more columns. */
const MANY_ROWS = 80

/** A table whose fields agree along its rows and not along its columns lies on its side. */
export function findTranspose(sample: Sample): Candidate[] {
  const { rows, columns } = sample
  if (columns.length < 3 || rows.length < 2 || (rows.length > MANY_ROWS && rows.length > columns.length)) return []
  const labels = labelColumns(sample)
  if (labels === 0 || areRecords(sample)) return []
  const body = rows.map((row) => row.slice(labels).map(kindOf))
  const along = disorder(body)
  const down = disorder(turn(body))
  const named = namesAttributes(sample, labels) ? NAMED_ATTRIBUTES : 0
  const isPure = along <= down * MOST_MIXED
  const why = 'rows agree in kind, columns do not'
  // Groups of fields would be labels to fill down in a table that stands: only what is beyond doubt is worth more than that.
  if (labels > 1)
    return isPure && down - along >= BEYOND_DOUBT ? [{ step: { kind: 'transpose', labels }, score: GROUPED, why }] : []
  const score = Math.max(0, Math.min(isPure || named > 0 ? 0.95 : NOT_PURE, 0.4 + 0.6 * (down - along) + named))
  return [{ step: { kind: 'transpose' }, score, why }]
}

/** In bits: columns hold so much more disorder than rows. */
const BEYOND_DOUBT = 1
const GROUPED = 1.4

/** Groups of fields have so many fields in the mean at least. */
const FIELDS_IN_GROUP = 1.5

/** How many columns at the left name the rows: one, or a column of groups and one of their fields. 0: none does. */
function labelColumns({ rows, columns }: Sample): number {
  const namesRows = (texts: readonly string[]) =>
    texts.filter((text) => text !== '').length >= rows.length * 0.9 && new Set(texts).size >= rows.length * 0.8
  const textsIn = (column: number) => rows.map((row) => row[column]?.text ?? '')
  const first = textsIn(0)
  if (namesRows(first)) return 1
  const groups = new Set(first.filter((text) => text !== ''))
  const isOfGroups = first[0] !== '' && groups.size > 1 && groups.size * FIELDS_IN_GROUP <= rows.length
  const areTexts = rows.every((row) => [row[0], row[1]].every((field) => !field || field.value.kind === 'text'))
  return columns.length > 3 && isOfGroups && areTexts && namesRows(textsIn(1)) ? 2 : 0
}

/** Rows that are fields agree within themselves: so much of the disorder of the columns at most is theirs too. */
const MOST_MIXED = 0.5
/** Less than the rows as they stand have. */
const NOT_PURE = 0.45

/** Rows that are called by days or numbers are records: fields have names. */
function areRecords({ rows }: Sample): boolean {
  const called = rows.filter((row) => {
    const kind = row[0]?.value.kind
    return kind === 'date' || kind === 'number'
  })
  return called.length > rows.length / 2
}

/** Rows that are named as attributes weigh as much as half a bit of disorder. */
const NAMED_ATTRIBUTES = 0.5

const ATTRIBUTE_WORD =
  /^(?:indicators?|statistics?|facts?|characteristics?|metrics?|measures?|attributes?|parameters?|variables?|features?|specifications?|descriptions?|data types?|指標|項目|属性|仕様|諸元)$/i
const TIME_WORD = /^(?:months?|years?|quarters?|weeks?|days?|dates?|periods?|年度?|月|年月|四半期|日付?|期間)$/i
const UNIT_IN_LABEL = /[([][^)\]]{1,12}[)\]]|[%°]/

/** The corner says so, or the labels do, which have units of their own. */
function namesAttributes({ columns, rows }: Sample, labels: number): boolean {
  const [corner] = columns
  const others = columns.slice(labels)
  const word = corner?.header ?? ''
  const kinds = others.map(headerKind)
  const mostlyAre = (wanted: (kind: string) => boolean) => kinds.filter(wanted).length >= kinds.length * 0.6
  if (ATTRIBUTE_WORD.test(word) && mostlyAre((kind) => kind !== 'name')) return true
  if (TIME_WORD.test(word) && mostlyAre((kind) => kind === 'period') && !readPeriod(rows[0]?.[labels - 1]?.text ?? ''))
    return true
  const units = new Set(rows.flatMap((row) => UNIT_IN_LABEL.exec(row[labels - 1]?.text ?? '')?.[0] ?? []))
  return units.size >= 2 && units.size >= rows.length / 3
}

/** How much the kinds within a line differ: the mean entropy of its lines, in bits. */
function disorder(lines: readonly (readonly string[])[]): number {
  let bits = 0
  for (const line of lines) bits += entropyOf(line)
  return lines.length === 0 ? 0 : bits / lines.length
}

function entropyOf(line: readonly string[]): number {
  const counts = new Map<string, number>()
  let total = 0
  for (const kind of line) {
    if (kind === 'empty') continue
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
    total += 1
  }
  let bits = 0
  for (const count of counts.values()) bits -= (count / total) * Math.log2(count / total)
  // A short line shows fewer kinds than it could have (Miller and Madow): else a list of three columns would seem to lie on its side.
  return total === 0 ? 0 : bits + (counts.size - 1) / (2 * total * Math.LN2)
}

export function turn<T>(lines: readonly (readonly T[])[]): T[][] {
  const [first = []] = lines
  return first.map((_, column) => lines.flatMap((line) => (column < line.length ? [line[column] as T] : [])))
}
