import type { Cell } from '../cell.ts'
import type { Box } from '../grid.ts'
import type { CalculationAccess, OpenedFile } from '../opened-file.ts'
import type { StyleChange } from '../write/edit/restyle.ts'
import type { CellEdit, SheetEdits } from '../write/edit/xlsx-edits.ts'
import { fromR1C1 } from '../write/from-r1c1.ts'
import { serialOf } from '../write/xlsx/excel-serial.ts'
import { MOST_COLUMNS, MOST_ROWS, parseBox, spellCell } from '../xlsx/cell-reference.ts'
import { toR1C1 } from '../xlsx/to-r1c1.ts'
import { type CellValue, type EditRefusal, type FileEdit, MOST_EDITED_CELLS } from './file-edit.ts'
import { newFormula } from './new-formula.ts'

/** A cell that is to change; `content` is left out where only its look does. */
export type PlannedCell = CellOfSheet & { content?: Content; style?: StyleChange }
export type CellOfSheet = { sheet: number; row: number; column: number }
type Content = { cell: Cell | null; a1: string | null }

export const placeKey = ({ sheet, row, column }: CellOfSheet) => `${sheet}:${row}:${column}`

/** Cells that must not be written one by one. */
export type FixedCells = {
  /** Heads of tables made with Excel's own button: their names stand in another part too. */
  heads: readonly (Box & { sheet: number })[]
  /** Formulas that fill several cells. */
  arrays: readonly (Box & { sheet: number })[]
}

const MOST_CHARACTERS = 32_767

/** The cells that edits name, the last of several for a cell winning, or why they cannot be made. */
export function planEdits(
  file: OpenedFile,
  access: CalculationAccess,
  edits: readonly FileEdit[],
  fixed: FixedCells,
): PlannedCell[] | EditRefusal {
  const names = new Set(access.names.map(({ name }) => name.toLowerCase()))
  const sheets = file.sheets.map(({ name }) => name)
  const planned = new Map<string, PlannedCell>()
  for (const [place, edit] of edits.entries()) {
    const refusal = planEdit(planned, edit, { names, sheets, fixed })
    if (refusal) return { edit: place, ...refusal }
  }
  return [...planned.values()]
}

type Planning = { names: ReadonlySet<string>; sheets: readonly string[]; fixed: FixedCells }
type Refusal = Omit<EditRefusal, 'edit'>

/** Adds the cells of one edit to those that are planned. */
function planEdit(
  planned: Map<string, PlannedCell>,
  edit: FileEdit,
  { names, sheets, fixed }: Planning,
): Refusal | null {
  const sheet = edit.sheet === null ? 0 : sheets.indexOf(edit.sheet)
  if (sheet < 0) return refused('sheet', 'sheet', `there is no sheet ${edit.sheet}`, sheets.slice(0, 50))
  const box = boxOf(edit)
  if (!box) return refused('range', 'range', 'must be a cell or a range of them, as in B2 or B2:C9')
  if (planned.size + cellsIn(box) > MOST_EDITED_CELLS)
    return refused('range', 'too_many', `at most ${MOST_EDITED_CELLS} cells may change at once`)
  const contents = contentsOf(edit, box, names)
  if (!Array.isArray(contents)) return contents
  for (const { row, column, content } of contents) {
    const at = { sheet, row, column }
    const fixedBy = content && fixedAt(fixed, at)
    if (fixedBy) return fixedBy
    planned.set(
      placeKey(at),
      laidOver(planned.get(placeKey(at)), { ...at, ...(content ? { content } : {}) }, edit.style),
    )
  }
  return null
}

const refused = (member: string, code: string, message: string, allowed?: readonly string[]): Refusal => ({
  member,
  code,
  message,
  ...(allowed ? { allowed } : {}),
})

/** The last content of a cell counts, and of its looks the last of each. */
function laidOver(before: PlannedCell | undefined, next: PlannedCell, change: StyleChange | undefined): PlannedCell {
  const { content = before?.content, ...place } = next
  const style = {
    ...before?.style,
    ...change,
    ...(next.content?.cell?.kind === 'date' ? { showsDate: true as const } : {}),
  }
  return { ...place, ...(content ? { content } : {}), ...(Object.keys(style).length > 0 ? { style } : {}) }
}

/** `values` may be larger than the range, which then is where they begin. */
function boxOf({ range, values }: FileEdit): Box | null {
  if (!/^[A-Za-z]{1,3}[1-9]\d{0,6}(?::[A-Za-z]{1,3}[1-9]\d{0,6})?$/.test(range)) return null
  const box = parseBox(range)
  if (!box || !values) return box
  const wide = Math.max(1, ...values.map((row) => row.length))
  const [bottom, right] = [box.top + values.length - 1, box.left + wide - 1]
  return bottom < MOST_ROWS && right < MOST_COLUMNS ? { top: box.top, left: box.left, bottom, right } : null
}

const cellsIn = ({ top, left, bottom, right }: Box) => (bottom - top + 1) * (right - left + 1)

type PlacedContent = { row: number; column: number; content?: Content }

function contentsOf(edit: FileEdit, box: Box, names: ReadonlySet<string>): PlacedContent[] | Refusal {
  const { value, values, date, formula } = edit
  if (values) {
    const long = values.flat().some(isTooLong)
    if (long) return tooLong('values')
    return values.flatMap((row, down) =>
      row.map((each, across) => ({
        row: box.top + down,
        column: box.left + across,
        content: { cell: cellOf(each), a1: null },
      })),
    )
  }
  if (value !== undefined && isTooLong(value)) return tooLong('value')
  if (date !== undefined && !serialOf(date))
    return refused('date', 'date', 'must be a day or a time that Excel knows, as in 2026-11-15')
  const written = formula === undefined ? null : newFormula(formula, names)
  if (written && 'code' in written) return { member: 'formula', code: written.code, message: written.message }
  const contentAt = contentIn(edit, box, written?.a1 ?? null)
  const cells: PlacedContent[] = []
  for (let row = box.top; row <= box.bottom; row++)
    for (let column = box.left; column <= box.right; column++) {
      const content = contentAt(row, column)
      cells.push({ row, column, ...(content ? { content } : {}) })
    }
  return cells
}

/** What stands in each cell of the range; undefined where its content stays. */
function contentIn({ value, date }: FileEdit, { top, left }: Box, a1: string | null) {
  const r1c1 = a1 === null ? null : toR1C1(a1, top, left)
  return (row: number, column: number): Content | undefined => {
    if (r1c1 !== null) return { cell: null, a1: fromR1C1(r1c1, row, column) }
    if (date !== undefined) return { cell: { kind: 'date', value: date }, a1: null }
    return value === undefined ? undefined : { cell: cellOf(value), a1: null }
  }
}

function cellOf(value: CellValue): Cell | null {
  if (value === null || value === '') return null
  if (typeof value === 'number') return { kind: 'number', value }
  return typeof value === 'boolean' ? { kind: 'boolean', value } : { kind: 'text', value }
}

const tooLong = (member: string) => refused(member, 'too_long', `a cell holds at most ${MOST_CHARACTERS} characters`)

const isTooLong = (value: CellValue) => typeof value === 'string' && value.length > MOST_CHARACTERS

function fixedAt({ heads, arrays }: FixedCells, place: CellOfSheet): Refusal | null {
  const at = spellCell(place.row, place.column)
  if (heads.some((box) => isIn(box, place)))
    return refused(
      'range',
      'table_head',
      `${at} is the head of a table in the file, whose name for the column would not follow`,
    )
  if (arrays.some((box) => isIn(box, place)))
    return refused('range', 'array_formula', `${at} is part of a formula that fills several cells`)
  return null
}

const isIn = (box: Box & { sheet: number }, { sheet, row, column }: CellOfSheet) =>
  box.sheet === sheet && row >= box.top && row <= box.bottom && column >= box.left && column <= box.right

/** As the writer takes them, the formulas with these values. */
export function asSheetEdits(
  file: OpenedFile,
  cells: readonly (Omit<CellEdit, 'row' | 'column'> & CellOfSheet)[],
): SheetEdits[] {
  return [...Map.groupBy(cells, ({ sheet }) => sheet)].map(([sheet, its]) => ({
    sheet: file.sheets[sheet]?.name ?? '',
    cells: its.map(({ sheet: _, ...edit }) => edit),
  }))
}

/** A planned cell as the writer takes it; `value` is what its new formula gives. */
export function plannedEdit({ content, style, ...place }: PlannedCell, value: Cell | null): CellOfSheet & CellEdit {
  if (!content) return { ...place, ...(style ? { style } : {}) }
  const look = style ? { style } : {}
  if (content.a1 === null) return { ...place, cell: content.cell, ...look }
  return { ...place, cell: value, formula: { a1: content.a1 }, ...look }
}
