import type { Region } from '../../parse-spec/parse-spec.ts'
import { parseBox } from '../../xlsx/cell-reference.ts'
import { cellsInRow } from '../cells-in-row.ts'
import type { Sheet, SheetCell } from '../sheet.ts'
import { rolesByRow } from './roles-by-row.ts'

/** Rows that hold no record: headings with nothing else between them stand right below one another. */
const BETWEEN = new Set(['separator', 'note', 'unit', 'repeat_header'])

/**
 * How deep the headings between the rows stand, by their numbers counting from 0; 0 is outermost. Headings of two looks are of
 * two levels where one of the inner look stands right below one of the outer look; else all are of one level.
 */
export function headingLevels(sheet: Sheet, region: Region): ReadonlyMap<number, number> {
  const box = parseBox(region.range)
  const roles = rolesByRow(region)
  const rows = [...roles].flatMap(([row, role]) => (role === 'group' ? [row] : [])).sort((one, other) => one - other)
  const looks = rows.map((row) => lookOf(box ? cellsInRow(sheet, row, box)[0] : undefined))
  const isNested = rows.some((row, n) => {
    const [look = NO_LOOK, below = NO_LOOK] = [looks[n], looks[n + 1]]
    return isRightBelow(row, rows[n + 1], roles) && compare(look, below) < 0
  })
  if (!isNested) return new Map(rows.map((row) => [row, 0]))
  const kinds = [...new Map(looks.map((look) => [look.join(), look])).values()].sort(compare).map((look) => look.join())
  return new Map(rows.map((row, n) => [row, kinds.indexOf((looks[n] ?? NO_LOOK).join())]))
}

function isRightBelow(row: number, below: number | undefined, roles: ReadonlyMap<number, string>): boolean {
  for (let between = row + 1; below !== undefined && between < below; between++)
    if (!BETWEEN.has(roles.get(between) ?? 'data')) return false
  return below !== undefined
}

/** What makes a heading an outer one, the strongest first: farther left, less indented, bold, filled. */
type Look = readonly [column: number, indent: number, isPlain: number, isBlank: number]

const NO_LOOK: Look = [0, 0, 0, 0]

const lookOf = (cell: SheetCell | undefined): Look =>
  cell ? [cell.column, cell.indent, Number(!cell.style.isBold), Number(cell.style.fill === null)] : NO_LOOK

const compare = (one: Look, other: Look) =>
  one.map((part, n) => part - (other[n] ?? 0)).find((difference) => difference !== 0) ?? 0
