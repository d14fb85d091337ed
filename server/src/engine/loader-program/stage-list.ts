import type { Box } from '@bindery-data/spreadsheet/grid.ts'
import { lookOfColumn } from '@bindery-data/spreadsheet/looks/column-look.ts'
import type { OpenedFile } from '@bindery-data/spreadsheet/opened-file.ts'
import type { ParseSpec, Region, SpecWarning } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import { COMPUTED_ROWS, type RowRole } from '@bindery-data/spreadsheet/structure/roles/roles.ts'
import { fillsMerged } from '@bindery-data/spreadsheet/structure/tables/fills-merged.ts'
import { rolesByRow } from '@bindery-data/spreadsheet/structure/tables/roles-by-row.ts'
import { columnIndex, parseBox } from '@bindery-data/spreadsheet/xlsx/cell-reference.ts'
import { assertState } from '../../platform/errors.ts'
import { typeNamed } from '../builder/source-sql.ts'
import { originsOfRows } from '../loader/cell-origins.ts'
import type { StageOptions } from '../loader/load-request.ts'
import { castRelationColumn, keptAsText } from './cast-column.ts'
import { createListCheck } from './list-check.ts'
import { createRegionStage, type StagedRegionColumn, type StagedRows } from './region-stage.ts'
import type { StagedRelation } from './staged-relation.ts'
import type { StagingTable } from './staging-table.ts'

export type RegionToStage = { file: OpenedFile; place: number; spec: ParseSpec; region: Region }

/** The rows of a region as they stand, however many there are: one pass over the sheet, which is never held whole. */
export async function stageList(
  { file, place, spec, region }: RegionToStage,
  table: StagingTable,
  { rows: mostRows, types }: StageOptions,
): Promise<StagedRelation> {
  const box = parseBox(region.data_range)
  assertState(box, `${region.data_range} is checked when the spec is taken`)
  const columns = columnsOf(region, spec, file, types)
  const fillFrom = await fillFromMerges(file, place, region, box)
  const { styles, isDate1904 } = file
  const roles = rolesByRow(region)
  const roleOf = (row: number) => roles.get(row) ?? 'data'
  const staysAmong = (role: RowRole) => region.computed_rows === 'among' && COMPUTED_ROWS.has(role)
  const isLeftOut = (role: RowRole) => role !== 'data' && !staysAmong(role)
  const check = createListCheck(region, columns)
  const others = spec.regions.flatMap((one) =>
    one.sheet === region.sheet && one.region_id !== region.region_id ? (parseBox(one.range) ?? []) : [],
  )
  const read = { columns, box, others, styles, isDate1904, fillFrom, roleOf, isLeftOut, mostRows, check }
  const stage = createRegionStage(table, read)
  await file.scan(place, stage.sink)
  const staged = await stage.finish()
  const isWhole = mostRows === null || table.rows < mostRows
  const included = region.columns.filter(({ include }) => include)
  const places = columns.map(({ column }) => column)
  return {
    name: region.outputs[0]?.name ?? region.title ?? region.sheet,
    sheet: region.sheet,
    regionId: region.region_id,
    output: region.outputs[0]?.kind ?? 'list',
    table: table.name,
    columns: columns.map((column, n) => {
      const made = castRelationColumn(column, n, table)
      const described = included[n]
      return described ? { ...made, look: lookOfColumn(region, described, made.type) } : made
    }),
    rows: table.rows,
    origins: {
      ...originsOfRows(staged.origins, table.rows, places),
      ...(staged.filled.length > 0 ? { filled: staged.filled } : {}),
    },
    check: isWhole ? check.finish(table.rows) : null,
    report: {
      ...staged.report,
      warnings: [...rowWarnings(region, staged), ...keptAsText(region.region_id, columns)],
    },
  }
}

function columnsOf(
  region: Region,
  { reader }: ParseSpec,
  { isDate1904 }: OpenedFile,
  types: StageOptions['types'] = {},
): StagedRegionColumn[] {
  return region.columns
    .filter(({ include }) => include)
    .map(({ name, source_column, type: decided, format, on_error: onError }) => {
      const type = typeNamed(types[name] ?? decided)
      const conversion = { type, format, reader, isDate1904 }
      return { name, type, format, onError, misfits: 0, column: columnIndex(source_column), conversion }
    })
}

function rowWarnings(region: Region, { rowsBelow, leftOut }: StagedRows): SpecWarning[] {
  const below = `${rowsBelow} rows with values stand below ${region.data_range} and are not read.`
  const left = `${leftOut} rows are totals, headings or notes, and no output of the spec takes them.`
  return [
    ...(rowsBelow > 0 ? [{ ...regionWarning(region, 'rows_below_range', rowsBelow), message: below }] : []),
    ...(leftOut > 0 ? [{ ...regionWarning(region, 'rows_left_out', leftOut), message: left }] : []),
  ]
}

const regionWarning = ({ region_id }: Region, code: string, count: number) => ({
  code,
  region_id,
  column: null,
  count,
})

/** What a spec asks for and cannot be done becomes a warning. */
export const tooLargeToShape = (region: Region): SpecWarning => ({
  ...regionWarning(region, 'not_applied', 1),
  message: 'The sheet is too large to be reshaped: the rows of this region land as they stand.',
})

type FillFrom = (row: number, column: number) => { row: number; column: number } | null

/** Where the value of a cell below or beside others in a merged area is to come from, if the spec says so. */
async function fillFromMerges(file: OpenedFile, sheet: number, region: Region, box: Box): Promise<FillFrom> {
  if (region.fill_merged !== 'down' && region.fill_merged !== 'all') return () => null
  const { merges } = await file.readGrid(sheet, { rows: box.bottom + 1, cells: 0 })
  const areas = merges
    .map((merge) => (region.fill_merged === 'down' ? { ...merge, right: merge.left } : merge))
    .filter(({ top, bottom }) => top <= box.bottom && bottom >= box.top)
  const fills = fillsMerged(region)
  const byColumn = Map.groupBy(
    areas.flatMap((area) => columnsWithin(area, box).flatMap((column) => (fills(column) ? [{ column, area }] : []))),
    ({ column }) => column,
  )
  return (row, column) => {
    const found = byColumn.get(column)?.find(({ area }) => row >= area.top && row <= area.bottom)
    return found ? { row: found.area.top, column: found.area.left } : null
  }
}

/** Those of the region only: an area may be as wide as the sheet. */
function columnsWithin(area: Box, box: Box): number[] {
  const from = Math.max(area.left, box.left)
  const to = Math.min(area.right, box.right)
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, n) => from + n)
}
