import { COMPUTED_COLUMNS, type Region } from '../../parse-spec/parse-spec.ts'
import type { Sheet, SheetCell } from '../sheet.ts'
import { givenIn } from '../tables/given-cells.ts'
import type { MadeTable } from '../tables/made-table.ts'
import { isPageNumber } from '../tables/page-number.ts'
import { isRepeatMark } from '../tables/repeat-marks.ts'
import { usesOf } from './cell-uses.ts'
import { arePieces, isSame } from './is-same.ts'
import { partsOf, type RegionParts } from './region-parts.ts'

/** What became of the cells of a region that did not simply go into a table. */
export type Account = {
  /** In no table, and nothing says why. */
  lost: SheetCell[]
  /** Values that came out more than once. */
  doubled: SheetCell[]
  /** Came out as something else. */
  changed: SheetCell[]
  /** In no table, for a reason the spec gives. */
  dropped: { cell: SheetCell; why: string }[]
  /** Of the values that must come out: their sum in the sheet and in the tables. */
  sums: { sheet: number; tables: number }
}

/** Follows every cell of a region into its tables. */
export function checkRegion(
  sheet: Sheet,
  region: Region,
  cells: readonly SheetCell[],
  tables: readonly MadeTable[],
): Account {
  const uses = usesOf(tables)
  const parts = partsOf(sheet, region)
  const asGiven = givenIn(region)
  const account: Account = { lost: [], doubled: [], changed: [], dropped: [], sums: { sheet: 0, tables: 0 } }
  for (const standing of cells) {
    const cell = asGiven(standing)
    if (!cell) {
      account.dropped.push({ cell: standing, why: 'left_out_by_the_spec' })
      continue
    }
    const texts = uses.textsOf(cell)
    if (texts.length === 0) passOver(account, cell, parts, reasonToDrop(region, cell, parts, uses.names))
    else if (region.kind === 'data') follow(account, cell, texts, parts)
  }
  return account
}

function passOver({ lost, dropped, sums }: Account, cell: SheetCell, parts: RegionParts, why: string | null) {
  if (why === null) {
    lost.push(cell)
    if (parts.isValue(cell) && cell.value.kind === 'number') sums.sheet += cell.value.number
  } else if (why !== NAMES_A_COLUMN) dropped.push({ cell, why })
}

function follow(
  { doubled, changed, sums }: Account,
  cell: SheetCell,
  texts: readonly (string | null)[],
  parts: RegionParts,
) {
  // The names of a column may have been joined, or numbered to differ from equal ones.
  if (!parts.isHeader(cell) && texts.some((text) => !isSame(cell, text)) && !arePieces(cell, texts)) changed.push(cell)
  if (!parts.isValue(cell)) return
  if (texts.length > 1) doubled.push(cell)
  if (cell.value.kind !== 'number') return
  sums.sheet += cell.value.number
  for (const text of texts) sums.tables += text === cell.text ? cell.value.number : Number(text)
}

const NAMES_A_COLUMN = 'names_a_column'

const REASONS_OF_ROWS: Readonly<Record<string, string>> = {
  repeat_header: 'repeats_the_header',
  separator: 'separates_rows',
  unit: 'says_the_unit',
  subtotal: 'computed_row',
  total: 'computed_row',
  difference: 'computed_row',
  ratio: 'computed_row',
}

/** Why a cell that is in no table need not be: only what can be computed or read elsewhere. */
function reasonToDrop(
  { kind }: Region,
  cell: SheetCell,
  parts: RegionParts,
  names: ReadonlySet<string>,
): string | null {
  if (kind !== 'data') return null
  if (isRepeatMark(cell)) return 'repeats_the_cell_above'
  if (parts.isHeader(cell) || names.has(cell.text)) return NAMES_A_COLUMN
  if (parts.isPartOfName(cell) && [...names].some((name) => name.includes(cell.text))) return NAMES_A_COLUMN
  const column = parts.columnOf(cell)
  if (column && !column.include) return 'left_out_by_the_spec'
  if (parts.headsComputed(cell)) return 'heads_computed_rows'
  if (parts.roleOf(cell) === 'group' && isPageNumber(cell.text)) return 'numbers_the_page'
  const ofRow = REASONS_OF_ROWS[parts.roleOf(cell)]
  if (ofRow) return ofRow
  if (column && COMPUTED_COLUMNS.has(column.role)) return 'computed_column'
  return cell.value.kind === 'absent' ? 'says_that_there_is_nothing' : null
}
