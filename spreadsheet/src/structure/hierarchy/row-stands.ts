import type { TableShape } from '../header/table-shape.ts'
import type { Roles, RowRole } from '../roles/roles.ts'
import type { Sheet, SheetCell } from '../sheet.ts'

/** How the name of a row stands: what its looks say about the level it is on. */
export type RowStand = {
  row: number
  name: string
  /** Which of the columns of names holds the first one. */
  place: number
  outline: number
  indent: number
  /** 0 for a bold name, 1 for a plain one. */
  weight: number
  /** 0 for a row that holds a name and no values, 1 for one with values. */
  fullness: number
  /** Called a total and nothing else. */
  isTotal: boolean
}

/** Says that what follows is a part, and names nothing. */
const LEADS_ON = /^(?:of which|thereof|including|davon|うち|内訳)\s*[:：]?$/iu

/** A second line of the name above. */
const GOES_ON = /^\p{Ll}/u

const TOTAL = /^(?:(?:grand |sub-?)?totals?|totalt|i alt|insgesamt|gesamt|ensemble|総?合計|総計|小計|計)[\s\d().,*]*$/iu

const NO_NAMES: ReadonlySet<RowRole> = new Set(['separator', 'repeat_header', 'note', 'unit', 'continued'])

/** The rows of a table that have a name, from the top down. */
export function standsOf(sheet: Sheet, shape: TableShape, roles: Roles): RowStand[] {
  const columns = nameColumns(shape)
  const outlines = new Map(sheet.grid.rows.map(({ row, outlineLevel }) => [row, outlineLevel]))
  const stands: RowStand[] = []
  const top = shape.firstGroup ?? shape.dataTop
  for (let row = top; row <= shape.dataBottom; row++) {
    const role = roles.rows.get(row)
    if (role && NO_NAMES.has(role)) continue
    const place = columns.findIndex((column) => isName(sheet.cellAt(row, column)))
    const cell = sheet.cellAt(row, columns[place] ?? -1)
    if (!cell || LEADS_ON.test(cell.text) || (role === 'group' && GOES_ON.test(cell.text))) continue
    stands.push({
      row,
      name: cell.text,
      place,
      outline: outlines.get(row) ?? 0,
      indent: cell.indent + leadingMarks(cell.text),
      weight: cell.style.isBold ? 0 : 1,
      fullness: role === 'group' ? 0 : 1,
      isTotal: TOTAL.test(cell.text),
    })
  }
  return stands
}

/** Where no column is known to name the rows, the first one does. */
function nameColumns({ labelColumns, columns }: TableShape): readonly number[] {
  if (labelColumns.length > 0) return labelColumns
  const [first] = columns
  return first ? [first.column] : []
}

const isName = (cell: SheetCell | undefined) => cell !== undefined && cell.value.kind !== 'absent'

/** A dash before a name is a step farther in than a few dots are. */
const DASH = 4

/** Printers set dots before a name to lead the eye, and their number is a level; so is a dash. */
function leadingMarks(text: string): number {
  if (/^[-–—・]\s*\p{L}/u.test(text)) return DASH
  return /^\.*/.exec(text)?.[0].length ?? 0
}
