import type { Wire } from '@bindery-data/sdk'
import { withNothingLost } from './fill-down.ts'
import { outputsFor } from './outputs-for.ts'
import { type RowRole, roleOfRow } from './part-at.ts'
import { type Box, columnOf, isInside, lettersOf, parseRange, spellRange } from './range.ts'

/** Corrections of a region, each whole: what depends on what was changed is changed with it, so that the spec never contradicts itself. */

type Region = Wire.Region
type Column = Region['columns'][number]

/** One correction, to be made of the region as it is then. */
export type Change = (region: Region) => Region

/** What stands in a cell of the sheet, as it is shown there. */
export type TextAt = (row: number, column: number) => string

export const boxOf = ({ range }: Region): Box => parseRange(range) ?? { top: 1, left: 1, bottom: 1, right: 1 }

/** Another kind of region. What becomes a table is read as a list until corrected further; all else of a sheet goes into one table of notes. */
export function withKind(region: Region, kind: Region['kind'], textAt: TextAt, notesName: string): Region {
  const changed: Region = { ...region, kind, outputs: [] }
  if (kind === 'ignore') return changed
  if (kind !== 'data') return { ...changed, outputs: [{ name: notesName, kind: 'notes' }] }
  const headed = region.header_rows.length > 0 ? region.header_rows : [boxOf(region).top]
  return withHeaderRows(changed, headed, textAt)
}

/** Wider or narrower. Columns that come are read as texts, until corrected. */
export function withRange(region: Region, box: Box, textAt: TextAt): Region {
  const header_rows = region.header_rows.filter((row) => row >= box.top && row <= box.bottom)
  const isRowInside = (row: number) => row >= box.top && row <= box.bottom
  const isColumnInside = (letters: string) => columnOf(letters) >= box.left && columnOf(letters) <= box.right
  const changed: Region = {
    ...region,
    range: spellRange(box),
    row_roles: region.row_roles
      .map(({ rows, role }) => ({ role, rows: rows.filter(isRowInside) }))
      .filter(({ rows }) => rows.length > 0),
    label_columns: region.label_columns.filter(isColumnInside),
    totals: region.totals.filter(
      ({ row, column }) => (row === undefined || isRowInside(row)) && (column === undefined || isColumnInside(column)),
    ),
    hierarchy: region.hierarchy && {
      ...region.hierarchy,
      parents: region.hierarchy.parents.filter((pair) => pair.every(isRowInside)),
    },
    dropped: region.dropped?.filter(({ range }) => {
      const at = parseRange(range)
      return at !== null && isInside(box, { row: at.top, column: at.left })
    }),
  }
  if (region.kind !== 'data') return { ...changed, data_range: spellRange(box) }
  return withoutLostColumns(withHeaderRows(withColumnsIn(changed, box), header_rows, textAt))
}

function withColumnsIn(region: Region, { left, right }: Box): Region {
  const columns: Column[] = []
  for (let column = left; column <= right; column++) {
    const letters = lettersOf(column)
    columns.push(region.columns.find(({ source_column }) => source_column === letters) ?? newColumn(letters))
  }
  return { ...region, columns }
}

const newColumn = (letters: string): Column => ({
  source_column: letters,
  header: null,
  name: letters,
  type: 'VARCHAR',
  format: null,
  unit: null,
  role: 'measure',
  include: true,
  nullable: true,
  on_error: 'null',
  confidence: 1,
  evidence: { rows: 0, nulls: 0, nonconforming: 0, leading_zero: 0, max_digits: 0, ambiguous_dates: 0, samples: [] },
})

/** A reading that speaks of columns that are gone is given up for the rows as they stand. */
function withoutLostColumns(region: Region): Region {
  const names = new Set(region.columns.map(({ name }) => name))
  const letters = new Set(region.columns.map(({ source_column }) => source_column))
  const axis = region.period_axis
  const keptAxis = axis?.columns.every((column) => letters.has(column)) ? axis : null
  const isLost = namesIn(region.reshape).some((name) => !names.has(name))
  if (!isLost) return { ...region, period_axis: keptAxis }
  const plain: Region = { ...region, period_axis: keptAxis, reshape: null, layout: 'list' }
  return { ...plain, outputs: outputsFor(plain) }
}

/** Every name of a column that the first step of a reading speaks of. */
function namesIn(reshape: Region['reshape']): readonly string[] {
  const step = Array.isArray(reshape) ? reshape[0] : reshape
  switch (step?.kind) {
    case 'unpivot':
    case 'stack':
      return [...step.id_columns, ...step.value_columns]
    case 'wide_to_long':
      return [...step.id_columns, ...step.groups.flatMap(({ columns }) => columns)]
    case 'pivot':
      return [step.name_column, step.value_column]
    case 'fill_down':
      return step.columns
    case 'explode':
      return [step.column]
    default:
      return []
  }
}

/** These rows name the columns; what stands below them is data. Names follow what the rows say. */
export function withHeaderRows(region: Region, rows: readonly number[], textAt: TextAt): Region {
  const box = boxOf(region)
  const header_rows = [...new Set(rows)].sort((a, b) => a - b)
  const top = Math.min(box.bottom, (header_rows.at(-1) ?? box.top - 1) + 1)
  const taken = new Set<string>()
  const columns = (region.columns.length > 0 ? region : withColumnsIn(region, box)).columns.map((column) => {
    const texts = header_rows.map((row) => textAt(row, columnOf(column.source_column)).trim())
    const header = [...new Set(texts.filter(Boolean))].join(region.header_join || ' ') || null
    const name = freeName(header ?? column.source_column, taken)
    return { ...column, header, header_cells: header_rows.map((row) => `${column.source_column}${row}`), name }
  })
  const changed: Region = {
    ...region,
    header_rows,
    data_range: spellRange({ ...box, top }),
    columns,
    row_roles: region.row_roles
      .map(({ role, rows: its }) => ({ role, rows: its.filter((row) => !header_rows.includes(row)) }))
      .filter(({ rows: its }) => its.length > 0),
    reshape: renamed(region, columns),
  }
  return { ...changed, outputs: outputsFor(changed) }
}

function freeName(wanted: string, taken: Set<string>): string {
  let name = wanted
  for (let n = 2; taken.has(name.toLowerCase()); n++) name = `${wanted}_${n}`
  taken.add(name.toLowerCase())
  return name
}

/** The reading under the new names of its columns. */
function renamed(before: Region, columns: readonly Column[]): Region['reshape'] {
  const names = new Map(
    before.columns.map(({ source_column, name }) => [
      name,
      columns.find((column) => column.source_column === source_column)?.name ?? name,
    ]),
  )
  const replace = (key: string, value: unknown) =>
    typeof value === 'string' && key !== 'kind' ? (names.get(value) ?? value) : value
  // Safe: only names are replaced, by names.
  return JSON.parse(JSON.stringify(before.reshape), replace) as Region['reshape']
}

export type RowChoice = RowRole | 'header'

export const choiceOfRow = (region: Region, row: number): RowChoice =>
  region.header_rows.includes(row) ? 'header' : roleOfRow(region, row)

/** What a row is for. Header rows come first: whatever stands above one is header, too. */
export function withRowChoice(region: Region, row: number, choice: RowChoice, textAt: TextAt): Region {
  if (choice === 'header') {
    const { top } = boxOf(region)
    return withHeaderRows(region, rowsBetween(Math.min(top, ...region.header_rows), row), textAt)
  }
  const others = region.row_roles
    .map(({ role, rows }) => ({ role, rows: rows.filter((each) => each !== row) }))
    .filter(({ rows }) => rows.length > 0)
  const its = others.find(({ role }) => role === choice)
  const grown = its
    ? others.map((each) => (each === its ? { ...each, rows: [...each.rows, row].sort((a, b) => a - b) } : each))
    : [...others, { role: choice, rows: [row] }]
  const row_roles = choice === 'data' ? others : grown
  const changed: Region = {
    ...region,
    row_roles,
    totals: choice === 'data' ? region.totals.filter((total) => total.row !== row) : region.totals,
  }
  if (!region.header_rows.includes(row)) return { ...changed, outputs: outputsFor(changed) }
  return withHeaderRows(
    changed,
    region.header_rows.filter((each) => each < row),
    textAt,
  )
}

const rowsBetween = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, n) => first + n)

/** One column otherwise: its name, type, or whether it is taken at all. */
export function withColumn(region: Region, sourceColumn: string, change: Partial<Column>): Region {
  const columns = region.columns.map((column) =>
    column.source_column === sourceColumn ? { ...column, ...change } : column,
  )
  return { ...region, columns, reshape: renamed(region, columns) }
}

/** Another reading of those that were considered. The one before takes its place among them. */
export function withReading(region: Region, rank: number): Region {
  const chosen = region.alternatives.find((alternative) => alternative.rank === rank)
  if (!chosen) return region
  const before = Object.fromEntries(
    // Safe: a patch has members of a region.
    Object.keys(chosen.patch).map((key) => [key, region[key as keyof Region]]),
  )
  const read: Region = {
    ...region,
    ...chosen.patch,
    alternatives: region.alternatives.map((alternative) =>
      alternative === chosen ? { ...chosen, summary: 'as it was read before', patch: before } : alternative,
    ),
  }
  const changed = withNothingLost(region, read)
  return { ...changed, outputs: outputsFor(changed) }
}
