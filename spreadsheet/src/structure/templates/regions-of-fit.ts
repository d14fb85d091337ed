import type { Output, Region, RegionColumn } from '../../parse-spec/parse-spec.ts'
import { columnLetters, spellBox, spellCell } from '../../xlsx/cell-reference.ts'
import { describeText } from '../describe-text.ts'
import { languageOfWords } from '../names/language-of.ts'
import { asName } from '../names/name-outputs.ts'
import type { Sheet, SheetCell } from '../sheet.ts'
import { distinctNames } from '../tables/reshape/distinct-names.ts'
import type { FoundTable } from './find-tables.ts'
import type { SheetFit } from './fit-sheet.ts'
import { columnTypeOf, type FieldType } from './layout.ts'

const WORDS = { ja: { file: 'ファイル', lines: '明細' }, en: { file: 'file', lines: 'lines' } } as const

/** `number`: of the sheet, where the template has several. `value`: which file the rows are from. */
export type Naming = { name: string; number: number | null; value: string; firstId: number }

/** The regions of a sheet by its template: one form of all its fields, and its lists. Each table says which file a row is from. */
export function regionsOfFit(sheet: Sheet, fit: SheetFit, { name, number, value, firstId }: Naming): Region[] {
  const labels = [
    ...fit.fields.map(({ field }) => field.label),
    ...fit.tables.flatMap(({ columns }) => columns.map(({ column }) => column.name)),
  ]
  const words = WORDS[languageOfWords(labels) ?? 'en']
  const base = number === null ? name : `${name}_${number}`
  const form = formRegion(sheet, fit, { name: base, kind: 'form' }, `r${firstId}`)
  const titles = distinctNames(fit.tables.map(({ table }) => asName(table.title) ?? words.lines))
  const lists = fit.tables.map((found, n) => {
    const called = fit.fields.length === 0 && fit.tables.length === 1 ? base : `${base}_${titles[n]}`
    return listRegion(sheet, found, { name: called, kind: 'list' }, `r${firstId + 1 + n}`)
  })
  return [...form, ...lists].map((region) => ({
    ...region,
    union: {
      outputs: region.outputs,
      column: words.file,
      parts: [{ region_id: region.region_id, value }],
      evidence: ['template'],
    },
  }))
}

function formRegion(sheet: Sheet, { fields }: SheetFit, output: Output, id: string): Region[] {
  if (fields.length === 0) return []
  const cells = fields.flatMap(({ label, value }) => (value ? [label, value] : [label]))
  const columns = fields.map(({ field, label, value }) => ({
    ...columnOf(field.name, field.type, value ?? label, field.label),
    header_cells: [spellCell(label.row, label.column)],
    ...(value ? { value_cell: spellCell(value.row, value.column) } : {}),
    ...(field.value === 'inside' ? { is_inside: true } : {}),
  }))
  const found = { kind: 'keyvalue', box: boxAround(cells), confidence: 1, evidence: ['template'] } as const
  return [{ ...describeText(sheet, { ...found, evidence: ['template'] }, id), columns, outputs: [output] }]
}

function listRegion(sheet: Sheet, { columns, header, body, empty }: FoundTable, output: Output, id: string): Region {
  const at = columns.map((column) => column.at)
  const rows = [...body, ...empty]
  const [left, right] = [Math.min(...at), Math.max(...at)]
  const top = Math.min(...header)
  const first = Math.max(...header) + 1
  const bottom = Math.max(first, ...rows)
  const found = { kind: 'data', box: { top, left, bottom, right }, confidence: 1, evidence: ['template'] } as const
  const separators = rows.length === 0 ? [first] : empty
  return {
    ...describeText(sheet, { ...found, evidence: ['template'] }, id),
    header_rows: header.map((row) => row + 1),
    data_range: spellBox({ top: first, left, bottom, right }),
    columns: [...columns]
      .sort((one, other) => one.column.column - other.column.column)
      .map(({ column: { name, type, labels, include }, at: place, header: cells }) => ({
        ...columnOf(name, type, { row: top, column: place }, labels.findLast((label) => label !== '') ?? null),
        header_cells: cells.map((cell) => spellCell(cell.row, cell.column)),
        include,
      })),
    row_roles: separators.length > 0 ? [{ rows: separators.map((row) => row + 1), role: 'separator' }] : [],
    outputs: [output],
  }
}

const NOTHING_SEEN = { rows: 0, nulls: 0, nonconforming: 0, leading_zero: 0, max_digits: 0, ambiguous_dates: 0 }

function columnOf(
  name: string,
  type: FieldType,
  { column }: Pick<SheetCell, 'row' | 'column'>,
  header: string | null,
): RegionColumn {
  return {
    source_column: columnLetters(column),
    header,
    name,
    type: columnTypeOf(type),
    format: null,
    unit: null,
    role: type === 'number' ? 'measure' : 'label',
    include: true,
    nullable: true,
    on_error: 'null',
    confidence: 1,
    evidence: { ...NOTHING_SEEN, samples: [] },
  }
}

function boxAround(cells: readonly SheetCell[]) {
  const rows = cells.map(({ row }) => row)
  const columns = cells.map(({ column }) => column)
  return { top: Math.min(...rows), left: Math.min(...columns), bottom: Math.max(...rows), right: Math.max(...columns) }
}
