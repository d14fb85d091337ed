import type { OpenedFile } from '@bindery/spreadsheet/opened-file.ts'
import type { ParseSpec, Region, SpecWarning } from '@bindery/spreadsheet/parse-spec/parse-spec.ts'
import { rolesByRow } from '@bindery/spreadsheet/structure/tables/roles-by-row.ts'
import { columnIndex, parseBox } from '@bindery/spreadsheet/xlsx/cell-reference.ts'
import { assertState } from '../../platform/errors.ts'
import { typeNamed } from '../builder/source-sql.ts'
import { originsOfRows } from '../loader/cell-origins.ts'
import type { StageWish } from '../loader/load-request.ts'
import { castRelationColumn, keptAsText } from './cast-column.ts'
import { fillFromMerges } from './merged-cells.ts'
import { createRegionStage, type StagedRegionColumn, type StagedRows } from './region-stage.ts'
import { regionWarning } from './spec-warnings.ts'
import type { StagedRelation } from './staged-relation.ts'
import type { StagingTable } from './staging-table.ts'

export type RegionToStage = { file: OpenedFile; place: number; spec: ParseSpec; region: Region }

/** The rows of a region as they stand, however many there are: one pass over the sheet, which nobody holds. */
export async function stageList(
  { file, place, spec, region }: RegionToStage,
  table: StagingTable,
  { rows: mostRows, types }: StageWish,
): Promise<StagedRelation> {
  const box = parseBox(region.data_range)
  assertState(box, `${region.data_range} is checked when the spec is taken`)
  const columns = columnsOf(region, spec, file, types)
  const fillFrom = await fillFromMerges(file, place, region, box)
  const { styles, isDate1904 } = file
  const roles = rolesByRow(region)
  const isLeftOut = (row: number) => (roles.get(row) ?? 'data') !== 'data'
  const stage = createRegionStage(table, { columns, box, styles, isDate1904, fillFrom, isLeftOut, mostRows })
  await file.scan(place, stage.sink)
  const staged = await stage.finish()
  const places = columns.map(({ column }) => column)
  return {
    name: region.outputs[0]?.name ?? region.title ?? region.sheet,
    sheet: region.sheet,
    regionId: region.region_id,
    output: region.outputs[0]?.kind ?? 'list',
    table: table.name,
    columns: columns.map((column, n) => castRelationColumn(column, n, table)),
    rows: table.rows,
    origins: originsOfRows(staged.origins, table.rows, places),
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
  types: StageWish['types'] = {},
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
