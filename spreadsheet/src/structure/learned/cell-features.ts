import type { Region } from '../../parse-spec/parse-spec.ts'
import { columnIndex } from '../../xlsx/cell-reference.ts'
import { wordOf } from '../roles/line-words.ts'
import { COMPUTED_ROWS } from '../roles/roles.ts'
import type { Sheet, SheetCell } from '../sheet.ts'
import { rolesByRow } from '../tables/roles-by-row.ts'
import { rowsOfTable } from '../tables/rows-of-table.ts'
import type { Features } from './tree-model.ts'

/** So many rows are looked at from the top of a table and as many from its end: features cost no more in a long one. */
const ROWS_LOOKED_AT = 150
const COLUMNS_LOOKED_AT = 60

type Row = { cells: readonly (SheetCell | undefined)[]; isData: boolean }
type Kind = SheetCell['value']['kind'] | 'empty'

/** What stands in the rows that are taken for records, and how much the rows and columns are alike. */
export function cellFeatures(sheet: Sheet, region: Region): Features {
  const places = region.columns.slice(0, COLUMNS_LOOKED_AT).map(({ source_column }) => columnIndex(source_column))
  const all = rowsOf(sheet, region, places)
  const rows = all.filter(({ isData }) => isData).map(({ cells }) => cells)
  const columns = places.map((_, n) => rows.map((row) => row[n]))
  return {
    records: rows.length,
    ...fillFeatures(rows, places.length),
    ...kindFeatures(columns),
    ...edgeFeatures(rows, columns),
    ...nameFeatures(rows, columns, headerTexts(region)),
    ...styleFeatures(rows),
  }
}

function rowsOf(sheet: Sheet, region: Region, places: readonly number[]): Row[] {
  const roles = rolesByRow(region)
  const { top, bottom } = rowsOfTable(region, roles)
  const rows: Row[] = []
  for (let row = top; row <= bottom; row++) {
    if (row >= top + ROWS_LOOKED_AT && row <= bottom - ROWS_LOOKED_AT) continue
    const role = roles.get(row) ?? 'data'
    const isData = role === 'data' || (region.computed_rows === 'among' && COMPUTED_ROWS.has(role))
    rows.push({ isData, cells: places.map((column) => sheet.cellAt(row, column)) })
  }
  return rows
}

type Cells = readonly (SheetCell | undefined)[]

const kindOf = (cell: SheetCell | undefined): Kind => cell?.value.kind ?? 'empty'
const isFilled = (cell: SheetCell | undefined) => cell !== undefined
const filledIn = (cells: Cells) => cells.filter(isFilled).length
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
const shareOf = <T>(values: readonly T[], is: (value: T) => boolean) =>
  values.filter(is).length / Math.max(1, values.length)

function fillFeatures(rows: readonly Cells[], width: number): Features {
  const fills = rows.map((row) => filledIn(row) / Math.max(1, width))
  const usual = mean(fills)
  return {
    filled: usual,
    filled_unevenly: Math.sqrt(mean(fills.map((fill) => (fill - usual) ** 2))),
    rows_empty: shareOf(fills, (fill) => fill === 0),
    rows_of_one_cell: shareOf(rows, (row) => filledIn(row) === 1),
    rows_of_text: shareOf(rows, (row) => !row.some((cell) => kindOf(cell) === 'number' || kindOf(cell) === 'date')),
    rows_without_first: shareOf(rows, (row) => !isFilled(row[0])),
  }
}

/** How much each column is of one kind: a figure among texts, or a text among figures, is a sign of another reading. */
function kindFeatures(columns: readonly Cells[]): Features {
  const purities: number[] = []
  let texts = 0
  let figures = 0
  let seen = 0
  for (const column of columns) {
    const kinds = column.filter(isFilled).map(kindOf)
    if (kinds.length === 0) continue
    seen += kinds.length
    const [kind, count] = mostFrequent(kinds)
    purities.push(count / kinds.length)
    if (kind === 'number') texts += kinds.filter((each) => each === 'text').length
    if (kind === 'text') figures += kinds.filter((each) => each === 'number').length
  }
  return {
    kinds_alike: mean(purities),
    kinds_least_alike: purities.length === 0 ? 1 : Math.min(...purities),
    columns_mixed: shareOf(purities, (purity) => purity < 0.9),
    texts_among_figures: texts / Math.max(1, seen),
    figures_among_texts: figures / Math.max(1, seen),
  }
}

function mostFrequent(kinds: readonly Kind[]): [Kind, number] {
  const counts = new Map<Kind, number>()
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return [...counts].reduce((best, each) => (each[1] > best[1] ? each : best), ['empty', 0])
}

/** Whether the first and the last row are like the others: a header or a total that was taken for a record is not. */
function edgeFeatures(rows: readonly Cells[], columns: readonly Cells[]): Features {
  const usual = columns.map((column) => mostFrequent(column.map(kindOf))[0])
  const unlike = (row: Cells | undefined) =>
    row === undefined
      ? 0
      : shareOf(row, (cell) => isFilled(cell)) * shareOf([...row.keys()], (n) => differs(row[n], usual[n]))
  return {
    first_row_unlike: unlike(rows[0]),
    second_row_unlike: unlike(rows[1]),
    last_row_unlike: unlike(rows.at(-1)),
    rows_unlike: mean(rows.map(unlike)),
    first_row_filled: rows[0] ? filledIn(rows[0]) / Math.max(1, rows[0].length) : 0,
    last_row_filled: rows.length > 0 ? filledIn(rows.at(-1) ?? []) / Math.max(1, rows.at(-1)?.length ?? 1) : 0,
  }
}

const differs = (cell: SheetCell | undefined, usual: Kind | undefined) => isFilled(cell) && kindOf(cell) !== usual

function headerTexts({ columns }: Region): ReadonlySet<string> {
  return new Set(columns.flatMap(({ header, name }) => [...(header?.split('_') ?? []), name]))
}

function nameFeatures(rows: readonly Cells[], columns: readonly Cells[], header: ReadonlySet<string>): Features {
  const keys = rows.map((row) => row.map((cell) => cell?.text ?? '').join('\t'))
  const labels = columns.find((column) => mostFrequent(column.map(kindOf))[0] === 'text') ?? []
  const named = labels.flatMap((cell) => cell?.text ?? [])
  const isHeader = (row: Cells) =>
    row.filter((cell) => kindOf(cell) === 'text' && header.has(cell?.text ?? '')).length > 1
  const speaks = (word: string) => (row: Cells) =>
    row.some((cell) => cell?.value.kind === 'text' && cell.text.length <= 40 && wordOf(cell.text) === word)
  const lengths = rows.flatMap((row) => row.flatMap((cell) => (cell?.value.kind === 'text' ? cell.text.length : [])))
  return {
    rows_repeated: 1 - new Set(keys).size / Math.max(1, keys.length),
    labels_distinct: named.length === 0 ? -1 : new Set(named).size / named.length,
    labels_missing: labels.length === 0 ? -1 : 1 - named.length / labels.length,
    rows_like_header: shareOf(rows, isHeader),
    rows_called_sum: shareOf(rows, speaks('sum')),
    rows_called_average: shareOf(rows, speaks('average')),
    rows_called_difference: shareOf(rows, speaks('difference')),
    text_length: mean(lengths),
    text_longest: Math.max(0, ...lengths),
  }
}

function styleFeatures(rows: readonly Cells[]): Features {
  const isBold = (row: Cells) => row.some(isFilled) && row.every((cell) => !cell || cell.style.isBold)
  const isIndented = (row: Cells) => (row.find(isFilled)?.indent ?? 0) > 0
  const isColoured = (row: Cells) => row.some((cell) => cell && cell.style.fill !== null)
  const figures = rows.flatMap((row) => row.filter((cell) => kindOf(cell) === 'number'))
  return {
    rows_bold: shareOf(rows, isBold),
    first_row_bold: Number(rows[0] ? isBold(rows[0]) : false),
    last_row_bold: Number(rows.length > 1 && isBold(rows.at(-1) ?? [])),
    rows_indented: shareOf(rows, isIndented),
    rows_coloured: shareOf(rows, isColoured),
    figures:
      figures.length /
      Math.max(
        1,
        rows.reduce((sum, row) => sum + filledIn(row), 0),
      ),
    figures_by_formula: shareOf(figures, (cell) => cell?.formula != null),
  }
}
