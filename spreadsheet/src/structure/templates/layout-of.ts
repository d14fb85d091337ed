import type { Region } from '../../parse-spec/parse-spec.ts'
import { columnIndex, parseBox } from '../../xlsx/cell-reference.ts'
import { cellsInRow } from '../cells-in-row.ts'
import { COMPUTED_ROWS } from '../roles/roles.ts'
import type { Sheet, SheetCell } from '../sheet.ts'
import { distinctNames } from '../tables/reshape/distinct-names.ts'
import { rolesByRow } from '../tables/roles-by-row.ts'
import { fingerprint, inlinePair, LONGEST_LABEL, labelKey } from './label-key.ts'
import { type FieldType, fieldTypeOf, type TemplateField, type TemplateSheet, type TemplateTable } from './layout.ts'
import { isLabelLike, valueType } from './value-kind.ts'

type Found = Omit<TemplateField, 'name'>

const SENTENCE = /[。.!?]$/u

/** What can be known again of a sheet that was read: its labels and where they stand. Null: it has none. */
export function layoutOf(sheet: Sheet, regions: readonly Region[], salt: string): TemplateSheet | null {
  const own = regions.filter((region) => region.sheet === sheet.name && region.kind !== 'ignore')
  const tables = own.flatMap((region) => (region.kind === 'data' ? (tableOf(sheet, region) ?? []) : []))
  const found = own.flatMap((region) => fieldsOf(sheet, region))
  const fields = distinct(found.sort((one, other) => one.row - other.row || one.column - other.column))
  if (fields.length + tables.length === 0) return null
  const title = titleOf(sheet, own)
  const texts = own
    .filter(({ kind }) => kind === 'title' || kind === 'note' || kind === 'unit')
    .flatMap((region) => cellsOf(sheet, region))
    .filter((cell) => cell !== title && !fields.some(({ row, column }) => row === cell.row && column === cell.column))
  return {
    title: title ? title.text.replaceAll(/\p{N}+/gu, '').trim() : null,
    fields,
    tables: tables.map((table) => ({ ...table, title: listTitle(table.title, title) })),
    texts: [...new Set(texts.map(({ text }) => fingerprint(salt, text)))],
    unnamed: texts.map(({ row, column }) => ({ row, column })),
  }
}

/** The same label twice names two columns. */
function distinct(found: readonly Found[]): TemplateField[] {
  const names = distinctNames(found.map(({ label }) => label))
  return found.map((field, n) => ({ ...field, name: names[n] ?? field.label }))
}

/** What names the whole form, or is a sentence, names none of its lists. */
const listTitle = (text: string | null, title: SheetCell | null) =>
  text === title?.text || SENTENCE.test(text ?? '') ? null : text

/** The title that stands highest, unless it is a sentence or says nothing but a number. */
function titleOf(sheet: Sheet, regions: readonly Region[]): SheetCell | null {
  const titles = regions.filter(({ kind }) => kind === 'title').flatMap((region) => cellsOf(sheet, region))
  const [first] = titles.sort((one, other) => one.row - other.row || one.column - other.column)
  if (!first || first.text.length > LONGEST_LABEL || inlinePair(first.text)) return null
  return labelKey(first.text.replaceAll(/\p{N}+/gu, '')) === '' ? null : first
}

function cellsOf(sheet: Sheet, { range }: Region): SheetCell[] {
  const box = parseBox(range)
  if (!box) return []
  const cells: SheetCell[] = []
  for (let row = box.top; row <= box.bottom; row++) cells.push(...cellsInRow(sheet, row, box))
  return cells
}

function fieldsOf(sheet: Sheet, region: Region): Found[] {
  switch (region.kind) {
    case 'keyvalue':
      return fieldsOfForm(cellsOf(sheet, region))
    case 'note':
    case 'title':
      return cellsOf(sheet, region).flatMap((cell) => insideOf(cell) ?? announcedBy(sheet, cell) ?? [])
    case 'data':
      return fieldsOfTotals(sheet, region)
    default:
      return []
  }
}

/** Names stand in some columns of a form and their values in others; what most lines say of a column holds for all. */
function fieldsOfForm(cells: readonly SheetCell[]): Found[] {
  const lines = [...Map.groupBy(cells, ({ row }) => row).values()]
  const pairs = lines.filter(({ length }) => length % 2 === 0)
  const nameColumns = columnsAt(pairs, 0)
  const valueColumns = columnsAt(pairs, 1)
  const isName = ({ column }: SheetCell) =>
    nameColumns.size === 0 || (nameColumns.get(column) ?? 0) >= (valueColumns.get(column) ?? 0)
  const distances = pairs.flatMap((line) => line.flatMap((cell, n) => distanceIn(line, cell, n)))
  const usual = mostOften(distances) ?? 1
  return lines.flatMap((line) => {
    const isEven = line.length % 2 === 0
    return line.flatMap((cell, n): Found[] => {
      const inside = insideOf(cell)
      if (inside) return [inside]
      const isLabel = isEven ? n % 2 === 0 : isName(cell)
      if (!isLabel || !isLabelLike(cell)) return []
      const next = line[n + 1]
      const value = next && (isEven || !isName(next)) ? next : undefined
      return [fieldOf(cell, value ? value.column - cell.column : usual, value)]
    })
  })
}

const columnsAt = (lines: readonly (readonly SheetCell[])[], parity: 0 | 1) => {
  const counts = new Map<number, number>()
  for (const line of lines)
    for (const [n, { column }] of line.entries())
      if (n % 2 === parity) counts.set(column, (counts.get(column) ?? 0) + 1)
  return counts
}

const distanceIn = (line: readonly SheetCell[], { column }: SheetCell, n: number) =>
  n % 2 === 0 ? [(line[n + 1]?.column ?? column + 1) - column] : []

function mostOften(numbers: readonly number[]): number | undefined {
  const groups = [...Map.groupBy(numbers, (number) => number).values()].sort((a, b) => b.length - a.length)
  return groups[0]?.[0]
}

function fieldOf({ text: label, row, column }: SheetCell, distance: number, value: SheetCell | undefined): Found {
  const type: FieldType = value ? valueType(value) : 'any'
  return { label, type, row, column, value: 'right', distance }
}

function insideOf({ text, row, column, cell }: SheetCell): Found | null {
  const pair = cell.kind === 'text' ? inlinePair(text) : null
  return pair && { label: pair.label, type: 'text', row, column, value: 'inside', distance: 0 }
}

/** `Remarks:` with nothing behind it yet. */
function announcedBy(sheet: Sheet, cell: SheetCell): Found | null {
  const isAlone = /[:：]$/u.test(cell.text) && isLabelLike(cell)
  const right = (sheet.mergeAt(cell.row, cell.column)?.right ?? cell.column) + 1
  return isAlone ? fieldOf(cell, right - cell.column, sheet.cellAt(cell.row, right)) : null
}

/** Rows of a table that are computed from the others are fields of the form: `Total` and the figure beside it. */
function fieldsOfTotals(sheet: Sheet, region: Region): Found[] {
  return computedLines(sheet, region).flatMap(([label, value, ...more]) =>
    label && value && more.length === 0 && isLabelLike(label)
      ? [fieldOf(label, value.column - label.column, value)]
      : [],
  )
}

function computedLines(sheet: Sheet, region: Region): SheetCell[][] {
  const box = parseBox(region.range)
  const rows = [...rolesByRow(region)].flatMap(([row, role]) => (COMPUTED_ROWS.has(role) ? [row] : []))
  return box ? rows.map((row) => cellsInRow(sheet, row, box)) : []
}

/** A list whose columns are all named can be found again by these names. */
function tableOf(sheet: Sheet, region: Region): TemplateTable | null {
  const [first] = region.header_rows
  const columns = region.columns.map(({ source_column, header_cells = [], header, name, type, include }) => ({
    column: columnIndex(source_column),
    labels: labelsByRow(region, header, header_cells),
    name,
    type: fieldTypeOf(type),
    include,
  }))
  const named = columns.filter(({ labels }) => labels.some((label) => label !== ''))
  const isList = region.orientation === 'rows' && region.reshape === null && region.outputs.every(isPlain)
  if (first === undefined || !isList || named.length < 2) return null
  const { title, header_rows } = region
  const totals = computedLines(sheet, region).flatMap(([label]) =>
    label && isLabelLike(label) ? [{ label: label.text, column: label.column }] : [],
  )
  return { row: first - 1, headerRows: header_rows.length, title, columns: named, totals }
}

/** A header of one row is the header; of several, what stands in each of them. */
function labelsByRow({ header_rows, header_join }: Region, header: string | null, cells: readonly string[]): string[] {
  if (header_rows.length <= 1) return [header ?? '']
  const parts = (header ?? '').split(header_join)
  const rows = cells.map((cell) => parseBox(cell)?.top ?? -1)
  return header_rows.map((row) => {
    const at = rows.indexOf(row - 1)
    return at < 0 ? '' : (parts[at] ?? '')
  })
}

/** A hierarchy that was found and not followed leaves a list as it is. */
const isPlain = ({ kind }: Region['outputs'][number]) => kind === 'list' || kind === 'computed'
