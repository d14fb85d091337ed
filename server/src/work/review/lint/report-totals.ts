import type { Region, Total } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import type { OpenedTable } from '../../../core/reading/open-readable-table.ts'
import { type A1Range, formatRange, parseRange } from '../../../core/tables/ranges/a1-range.ts'
import { type PlacedCell, wrongSums } from '../../../engine/duckdb/lint/evidence-sql.ts'
import { originAt } from '../../../engine/loader/cell-origins.ts'
import type { Context } from '../../../platform/context.ts'
import type { RowsOrigin } from '../../sources/origins/rows-origin.ts'
import { listSourceOrigins } from '../../sources/origins/table-origins.store.ts'
import type { Suspicion } from '../finding.ts'
import { agreeing, countOf } from './column-words.ts'
import { listReadSources, type ReadSource } from './review.store.ts'

/** The cells of a sheet that stand in tables now, by row and column, counting from 0. */
type Cells = ReadonlyMap<string, PlacedCell>
/** A cell that should be the sum of others. */
type Broken = { cell: string; total: PlacedCell; parts: readonly PlacedCell[] }

/** More than this is no report. */
const MOST_CELLS = 200_000
const MOST_NAMED = 5

/** Totals of reports that do not add up, by the arithmetic that structuring has found in their sheets. */
export async function suspectReportTotals(
  { db }: Context,
  workbookId: string,
  tables: readonly OpenedTable[],
): Promise<Suspicion[]> {
  const sources = await listReadSources(
    db,
    workbookId,
    tables.map(({ artifactId }) => artifactId),
  )
  const withDoubt = sources.filter(({ spec }) => spec.regions.some(({ totals }) => totals.some(isDoubtful)))
  const origins = await listSourceOrigins(
    db,
    workbookId,
    withDoubt.map(({ sourceId }) => sourceId),
  )
  return withDoubt.flatMap((source) => suspectSource(source, origins, tables))
}

/** It holds in most of its cells, and not in all. */
const isDoubtful = ({ verified, agreement, op }: Total) => verified && agreement < 1 && op === 'sum'

function suspectSource(
  { sourceId, revision, name, spec }: ReadSource,
  origins: readonly RowsOrigin[],
  tables: readonly OpenedTable[],
) {
  const own = origins.filter((origin) => origin.sourceId === sourceId && origin.revision === revision)
  const broken = spec.regions.flatMap((region) => {
    const doubtful = region.totals.filter(isDoubtful)
    if (doubtful.length === 0) return []
    const cells = cellsOf(own, region.sheet, tables)
    return doubtful.flatMap((total) => brokenCells(region, total, cells))
  })
  const byColumn = Map.groupBy(broken, ({ total: { table, column } }) => JSON.stringify([table, column]))
  return [...byColumn.values()].map((some) => suspicionOf(name, some))
}

/** Where each cell of a sheet stands now. */
function cellsOf(origins: readonly RowsOrigin[], sheet: string, tables: readonly OpenedTable[]): Cells {
  const cells = new Map<string, PlacedCell>()
  for (const { tableId, firstRowId, rowCount, columns, sheet: from } of origins) {
    const table = tables.find(({ artifactId }) => artifactId === tableId)
    if (!table || from !== sheet || rowCount * columns.columnIds.length > MOST_CELLS) continue
    for (const [n, columnId] of columns.columnIds.entries()) {
      const column = table.table.columns.find(({ origin }) => origin === columnId)
      if (!column) continue
      for (let row = 0; row < rowCount; row++) {
        const at = originAt(columns.cells, n, row)
        if (at) cells.set(`${at.row} ${at.column}`, { table: table.name, column: column.name, rowId: firstRowId + row })
      }
    }
  }
  return cells
}

type CellPosition = { row: number; column: number }

/** The cells of a total that are not among those where it holds. */
function brokenCells(region: Region, total: Total, cells: Cells): Broken[] {
  const isRow = total.row !== undefined
  const [line = 0] = linesOf(String(total.row ?? total.column))
  const operands = total.operands.flatMap(linesOf)
  const holding = total.cells.map(rangeOf)
  const { left, right, top, bottom } = rangeOf(region.data_range)
  const [first, last] = isRow ? [left ?? 0, right ?? 0] : [top ?? 0, bottom ?? 0]
  const broken: Broken[] = []
  for (let across = first; across <= last; across++) {
    const at = (place: number): CellPosition =>
      isRow ? { row: place, column: across } : { row: across, column: place }
    const placed = (place: number) => cells.get(`${at(place).row} ${at(place).column}`)
    const found = placed(line)
    const parts = operands.flatMap((place) => placed(place) ?? [])
    if (found && parts.length > 0 && !holding.some((range) => isWithin(range, at(line))))
      broken.push({ cell: nameOf(at(line)), total: found, parts })
  }
  return broken
}

/** A parse spec has nothing but ranges that can be read. */
const rangeOf = (text: string) => parseRange(text, ['parse_spec'])

const nameOf = ({ row, column }: CellPosition) => formatRange({ left: column, right: column, top: row, bottom: row })

const isWithin = ({ left, right, top, bottom }: A1Range, { row, column }: CellPosition) =>
  column >= (left ?? 0) && column <= (right ?? 0) && row >= (top ?? 0) && row <= (bottom ?? 0)

/** Rows of `5:59` and `61`, or columns of `C:E` and `G`, counting from 0. */
function linesOf(span: string): number[] {
  const { left, right, top, bottom } = rangeOf(span.includes(':') ? span : `${span}:${span}`)
  const [from, to] = left === null ? [top ?? 0, bottom ?? 0] : [left, right ?? left]
  return Array.from({ length: to - from + 1 }, (_, n) => from + n)
}

function suspicionOf(source: string, broken: readonly Broken[]): Suspicion {
  const { table = '', column = '' } = broken[0]?.total ?? {}
  const named = broken.slice(0, MOST_NAMED).map(({ cell }) => cell)
  const cells = `${named.join(', ')}${broken.length > MOST_NAMED ? ' and others' : ''}`
  return {
    check: 'total_mismatch',
    severity: 'error',
    table,
    column,
    sql: wrongSums(broken),
    message: (count) =>
      `${countOf(count, 'total')} of '${source}' ${agreeing(count, 'is not the sum of its', 'are not the sums of their')} parts, though all others of ${agreeing(count, 'its line', 'their lines')} are: ${cells}.`,
    suggestedFix: 'Mend the total or its parts in the file, and upload it again.',
  }
}
