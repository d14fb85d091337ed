import { listEdges } from '../../core/lineage/lineage.store.ts'
import { reachable } from '../../core/lineage/lineage.ts'
import type { OpenedTable } from '../../core/reading/open-readable-table.ts'
import { openTablesById } from '../../core/reading/open-readable-tables.ts'
import { plainColumns } from '../../core/reading/whole-rows.ts'
import type { Rectangle } from '../../core/tables/ranges/a1-range.ts'
import { openWorkbook } from '../../core/workbooks/open-workbook.ts'
import { extentOf } from '../../engine/loader/cell-origins.ts'
import type { Context } from '../../platform/context.ts'
import type { RowsOrigin } from '../sources/origins/rows-origin.ts'
import { listOriginsOfTables } from '../sources/origins/table-origins.store.ts'
import { listNamesOfSources } from '../sources/sources.store.ts'
import type { MadeFrom } from './citation.ts'

/** Steps from a table to those that it was made from, by way of others. */
const MOST_STEPS = 10
const MOST_TABLES = 50
const MOST_PARTS = 100
const MOST_BOXES = 20

/** The parts of sheets that tables were read from, as far as the caller sees their columns. */
export async function madeFrom(
  ctx: Context,
  workbookId: string,
  tables: readonly OpenedTable[],
): Promise<{ madeFrom: MadeFrom[]; isMadeFromCut: boolean }> {
  const workbook = await openWorkbook(ctx, workbookId, 'viewer')
  const edges = tables.some(({ layer }) => layer === 'derived') ? await listEdges(ctx.db, workbookId) : []
  const ids = [...new Set(tables.flatMap(({ artifactId }) => [...reachable(edges, artifactId, 'up', MOST_STEPS)]))]
  const near = ids.slice(0, MOST_TABLES)
  const known = new Map(tables.map((opened) => [opened.artifactId, opened]))
  const others = await openTablesById(
    ctx,
    workbook,
    near.filter((id) => !known.has(id)),
  )
  for (const opened of others) known.set(opened.artifactId, opened)

  const origins = await listOriginsOfTables(ctx.db, workbookId, near)
  const names = await listNamesOfSources(ctx.db, workbookId, [...new Set(origins.map(({ sourceId }) => sourceId))])
  // The sheet as it landed has the same parts as what was made of it: its name gives way.
  const isRaw = ({ tableId }: RowsOrigin) => known.get(tableId)?.layer === 'raw'
  const ordered = origins.toSorted((one, other) => Number(isRaw(other)) - Number(isRaw(one)))
  const listed = [...Map.groupBy(ordered, partOf).values()].flatMap((parts): MadeFrom[] => {
    const [first] = parts
    const opened = first && known.get(first.tableId)
    const source = first && names.get(first.sourceId)
    if (!opened || source === undefined) return []
    const boxes = parts.flatMap((part) => boxesOf(opened, part)).slice(0, MOST_BOXES)
    return boxes.length > 0 ? [{ table: opened.name, source, revision: first.revision, sheet: first.sheet, boxes }] : []
  })
  const found = [...new Map(listed.map((each) => [JSON.stringify({ ...each, table: null }), each])).values()]
  return { madeFrom: found.slice(0, MOST_PARTS), isMadeFromCut: ids.length > near.length || found.length > MOST_PARTS }
}

const partOf = ({ tableId, sourceId, revision, sheet }: RowsOrigin) =>
  JSON.stringify([tableId, sourceId, revision, sheet])

/** Columns beside each other with the same rows are one box. */
function boxesOf({ table }: OpenedTable, { columns }: RowsOrigin): Rectangle[] {
  const seen = new Set(plainColumns(table).map(({ origin }) => origin))
  const extents = columns.columnIds.flatMap((id, n): Rectangle[] => {
    const extent = id !== null && seen.has(id) ? extentOf(columns.cells, n) : null
    if (!extent) return []
    const { first, last } = extent
    return [{ left: first.column, right: last.column, top: first.row, bottom: last.row }]
  })
  const boxes: Rectangle[] = []
  for (const box of extents.sort((one, other) => one.left - other.left)) {
    const beside = boxes.find(
      ({ top, bottom, right }) => top === box.top && bottom === box.bottom && box.left <= right + 1,
    )
    if (beside) beside.right = Math.max(beside.right, box.right)
    else boxes.push(box)
  }
  return boxes
}
