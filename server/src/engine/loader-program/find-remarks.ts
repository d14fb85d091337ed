import type { OpenedFile } from '@bindery-data/spreadsheet/opened-file.ts'
import type { Region } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import type { SheetRemarks } from '@bindery-data/spreadsheet/remarks.ts'
import { parseCell, spellCell } from '@bindery-data/spreadsheet/xlsx/cell-reference.ts'
import { eachPlace } from '../loader/cell-origins.ts'
import type { StagedRemark } from '../loader/load-request.ts'
import type { StagedRelation } from './staged-relation.ts'

/** A link over more cells is one of a whole sheet, and says nothing of a single cell. */
const MOST_CELLS_OF_LINK = 10_000
/** More remarks of one table are not kept: they would be most of what is kept of it. */
export const MOST_REMARKS = 5_000

type Remark = Pick<StagedRemark, 'note' | 'link'>
/** By row and column of the sheet. */
type Remarks = Map<number, Remark>

const COLUMNS = 16_384
const keyOf = (row: number, column: number) => row * COLUMNS + column

/**
 * Staged tables with the comments and links of their cells. What is said of a header is said of its column; what is said of a
 * cell that stands in no table is said of the first table of its sheet.
 */
export async function withRemarks(
  file: OpenedFile,
  regions: readonly Region[],
  staged: readonly StagedRelation[],
): Promise<StagedRelation[]> {
  const bySheet = new Map<string, Remarks>()
  for (const sheet of new Set(staged.map((table) => table.sheet))) {
    const place = file.sheets.findIndex(({ name }) => name === sheet)
    const found = place < 0 ? undefined : await file.readRemarks?.(place)
    if (found && found.comments.length + found.links.length > 0) bySheet.set(sheet, byPlace(found))
  }
  if (bySheet.size === 0) return [...staged]
  const taken = staged.map((table) => remarksOn(table, regions, bySheet.get(table.sheet) ?? new Map()))
  return staged.map((table, n) => {
    const isFirst = staged.findIndex(({ sheet }) => sheet === table.sheet) === n
    const rest = isFirst ? restOf(table, staged, taken, bySheet.get(table.sheet) ?? new Map()) : []
    const remarks = [...rest, ...(taken[n]?.remarks ?? [])]
    return remarks.length === 0 ? table : { ...table, remarks: remarks.slice(0, MOST_REMARKS) }
  })
}

function byPlace({ comments, links }: SheetRemarks): Remarks {
  const remarks: Remarks = new Map()
  for (const { row, column, text } of comments) remarks.set(keyOf(row, column), { note: text, link: null })
  for (const { box, target } of links) {
    if ((box.bottom - box.top + 1) * (box.right - box.left + 1) > MOST_CELLS_OF_LINK) continue
    for (let row = box.top; row <= box.bottom; row++)
      for (let column = box.left; column <= box.right; column++) {
        const key = keyOf(row, column)
        remarks.set(key, { note: remarks.get(key)?.note ?? null, link: target })
      }
  }
  return remarks
}

type Taken = { remarks: StagedRemark[]; keys: ReadonlySet<number> }

/** A value that came into several rows has its remark in the first of them. */
function remarksOn(table: StagedRelation, regions: readonly Region[], all: Remarks): Taken {
  const remarks: StagedRemark[] = []
  const keys = new Set<number>()
  if (all.size === 0) return { remarks, keys }
  const rows = new Set([...all.keys()].map((key) => Math.floor(key / COLUMNS)))
  eachPlace(table.origins, table.rows, (place, column, row) => {
    if (!rows.has(place.row)) return
    const key = keyOf(place.row, place.column)
    const remark = keys.has(key) ? undefined : all.get(key)
    if (!remark) return
    keys.add(key)
    remarks.push({ row, column, ...remark })
  })
  const region = regions.find(({ region_id }) => region_id === table.regionId)
  for (const { header_cells = [], name } of region?.columns ?? []) {
    const column = table.columns.findIndex((one) => one.name === name)
    for (const spelled of column < 0 ? [] : header_cells) {
      const cell = parseCell(spelled)
      const key = cell ? keyOf(cell.row, cell.column) : -1
      const remark = keys.has(key) ? undefined : all.get(key)
      if (!remark) continue
      keys.add(key)
      remarks.push({ row: null, column, ...remark })
    }
  }
  return { remarks, keys }
}

/** Comments on cells of no table of the sheet, as one text about its first table. */
function restOf(
  { sheet }: StagedRelation,
  staged: readonly StagedRelation[],
  taken: readonly Taken[],
  all: Remarks,
): StagedRemark[] {
  const known = new Set(staged.flatMap((table, n) => (table.sheet === sheet ? [...(taken[n]?.keys ?? [])] : [])))
  const texts = [...all].flatMap(([key, { note }]) =>
    known.has(key) || note === null ? [] : [`${spellCell(Math.floor(key / COLUMNS), key % COLUMNS)}: ${note}`],
  )
  return texts.length === 0 ? [] : [{ row: null, column: null, note: texts.join('\n'), link: null }]
}
