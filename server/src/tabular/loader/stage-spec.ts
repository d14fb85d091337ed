import { FileRefused } from '@bindery/spreadsheet/errors.ts'
import type { OpenedFile } from '@bindery/spreadsheet/opened-file.ts'
import type { ParseSpec, Region, SpecWarning } from '@bindery/spreadsheet/parse-spec/parse-spec.ts'
import { columnIndex, parseBox } from '@bindery/spreadsheet/xlsx/cell-reference.ts'
import type { DuckDBConnection } from '@duckdb/node-api'
import { assertState } from '../../platform/errors.ts'
import { typeNamed } from '../builder/source-sql.ts'
import { formatColumnType } from '../column-type.ts'
import type { LoadProgress, LoadRequest } from './load-request.ts'
import { fillFromMerges } from './merged-cells.ts'
import { createRegionStage, originalSlot, type StagedRegionColumn, valueSlot } from './region-stage.ts'
import { notApplied } from './spec-warnings.ts'
import type { RelationColumn, StagedRelation } from './staged-relation.ts'
import { StagingTable } from './staging-table.ts'

/** The tables that a spec describes, of the regions named or of all that hold data. */
export async function stageSpec(
  duckdb: DuckDBConnection,
  file: OpenedFile,
  { spec, regions, rows }: LoadRequest & { kind: 'stage-spec' },
  progress: LoadProgress,
): Promise<StagedRelation[]> {
  const wanted = spec.regions.filter(({ kind, region_id: id }) => kind === 'data' && (regions?.includes(id) ?? true))
  const relations: StagedRelation[] = []
  for (const [n, region] of wanted.entries()) {
    const table = new StagingTable(duckdb, `region_${n}`)
    relations.push(await stageRegion(file, spec, region, table, rows))
    progress.rows += table.rows
  }
  return relations
}

async function stageRegion(
  file: OpenedFile,
  spec: ParseSpec,
  region: Region,
  table: StagingTable,
  mostRows: number | null,
): Promise<StagedRelation> {
  const place = file.sheets.findIndex(({ name }) => name === region.sheet)
  if (place < 0)
    throw new FileRefused('unsupported', `The file has no sheet called ${region.sheet}, which the spec reads.`)
  const box = parseBox(region.data_range)
  assertState(box, `${region.data_range} is checked when the spec is taken`)
  const columns = columnsOf(region, spec, file)
  const fillFrom = await fillFromMerges(file, place, region, box)
  const { styles, isDate1904 } = file
  const stage = createRegionStage(table, { columns, box, styles, isDate1904, fillFrom, mostRows })
  await file.scan(place, stage.sink)
  const { rowsBelow, ...report } = await stage.finish()
  const warnings = [...notApplied(region), ...belowWarnings(region, rowsBelow), ...textWarnings(region, columns)]
  return {
    name: region.outputs[0]?.name ?? region.title ?? region.sheet,
    sheet: region.sheet,
    regionId: region.region_id,
    table: table.name,
    columns: columns.map((column, n) => relationColumn(column, n, table)),
    rows: table.rows,
    report: { ...report, warnings },
  }
}

function columnsOf(region: Region, { reader }: ParseSpec, { isDate1904 }: OpenedFile): StagedRegionColumn[] {
  return region.columns
    .filter(({ include }) => include)
    .map((spec) => ({
      spec,
      column: columnIndex(spec.source_column),
      conversion: { type: typeNamed(spec.type), format: spec.format, reader, isDate1904 },
      misfits: 0,
    }))
}

const fallsBack = ({ spec, misfits }: StagedRegionColumn) => spec.on_error === 'text' && misfits > 0

function relationColumn(column: StagedRegionColumn, n: number, table: StagingTable): RelationColumn {
  const { spec, conversion } = column
  const isText = fallsBack(column)
  const type = isText ? 'VARCHAR' : formatColumnType(conversion.type)
  const slot = isText ? originalSlot(n) : valueSlot(n)
  // The texts are canonical: a plain CAST reads them.
  const sql = table.hasTexts(slot) ? `CAST(t${slot} AS ${type})` : `CAST(NULL AS ${type})`
  return { name: spec.name, type, format: isText ? null : spec.format, sql }
}

function textWarnings({ region_id }: Region, columns: readonly StagedRegionColumn[]): SpecWarning[] {
  return columns.filter(fallsBack).map(({ spec, misfits }) => ({
    code: 'column_kept_as_text',
    region_id,
    column: spec.name,
    count: misfits,
    message: `${misfits} values of ${spec.name} are no ${spec.type}, so the column is text.`,
  }))
}

function belowWarnings({ region_id, data_range }: Region, rowsBelow: number): SpecWarning[] {
  if (rowsBelow === 0) return []
  const message = `${rowsBelow} rows with values stand below ${data_range} and are not read.`
  return [{ code: 'rows_below_range', region_id, column: null, count: rowsBelow, message }]
}
