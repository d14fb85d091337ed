import { unitedLook } from '@bindery-data/spreadsheet/looks/column-look.ts'
import type { Region } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import { type UnitedOutput, unitedOutputs } from '@bindery-data/spreadsheet/parse-spec/united-outputs.ts'
import { type AlignedColumn, alignColumns } from '@bindery-data/spreadsheet/structure/unions/align-columns.ts'
import { unitedCheck } from '@bindery-data/spreadsheet/structure/unions/united-checks.ts'
import type { DuckDBConnection } from '@duckdb/node-api'
import { alignedOrigins, NO_ORIGINS } from '../loader/cell-origins.ts'
import { quoteText } from '../values/type-rules.ts'
import { MOST_ISSUES } from './cast-column.ts'
import type { RelationColumn, StagedRelation } from './staged-relation.ts'

type Part = { value: string; staged: StagedRelation }
type Group = { united: UnitedOutput; parts: Part[] }

/** Staged tables, of which those that the spec unites are one, in the place of the first of them. */
export async function uniteStaged(
  duckdb: DuckDBConnection,
  regions: readonly Region[],
  all: readonly StagedRelation[],
): Promise<StagedRelation[]> {
  const unitedIn = unitedOf(regions)
  const groups = new Map<string, Group>()
  const places = all.map((staged) => {
    const united = unitedIn(staged)
    if (!united) return staged
    const known = groups.get(united.output.name)
    const part = { value: united.value, staged }
    if (known) known.parts.push(part)
    const group = known ?? { united, parts: [part] }
    groups.set(united.output.name, group)
    return known ? null : group
  })
  const tables: StagedRelation[] = []
  for (const place of places)
    if (place) tables.push('parts' in place ? await unite(duckdb, place, `united_${tables.length}`) : place)
  return tables
}

/** Notes of a sheet are of no single region. */
function unitedOf(regions: readonly Region[]) {
  const unitedIn = unitedOutputs(regions)
  return ({ regionId, sheet, name }: StagedRelation): UnitedOutput | null => {
    for (const region of regions) {
      if (regionId === null ? region.sheet !== sheet : region.region_id !== regionId) continue
      const output = region.outputs.find((one) => one.name === name)
      if (output) return unitedIn(region, output)
    }
    return null
  }
}

async function unite(duckdb: DuckDBConnection, { united, parts }: Group, table: string): Promise<StagedRelation> {
  const { union, output, ownerId } = united
  const staged = parts.map((part) => part.staged)
  const aligned = alignColumns(
    staged.map(({ columns }) => columns.map(({ name, type, isEmpty = false }) => ({ name, type, isEmpty }))),
  )
  await copyRows(duckdb, table, parts, aligned)
  const column: RelationColumn = { name: union.column, type: 'VARCHAR', format: null, sql: 'c0' }
  const checks = staged.flatMap(({ check }) => check ?? [])
  return {
    name: output.name,
    sheet: staged[0]?.sheet ?? '',
    regionId: output.kind === 'notes' ? null : ownerId,
    output: output.kind,
    table,
    columns: [column, ...aligned.map((one, n) => columnOf(one, n, staged))],
    rows: staged.reduce((sum, { rows }) => sum + rows, 0),
    origins: NO_ORIGINS,
    union: {
      column: union.column,
      parts: staged.map(({ sheet, regionId, rows, origins }, n) => ({
        sheet,
        regionId,
        rows,
        origins: alignedOrigins(origins, [null, ...aligned.map(({ places }) => places[n] ?? null)]),
      })),
    },
    ...unitedRemarks(staged, aligned),
    check: checks.length === staged.length ? unitedCheck(checks) : null,
    report: {
      rowsRead: staged.reduce((sum, { report }) => sum + report.rowsRead, 0),
      rejected: staged.reduce((sum, { report }) => sum + report.rejected, 0),
      cellsNulled: staged.reduce((sum, { report }) => sum + report.cellsNulled, 0),
      issues: staged.flatMap(({ report }) => report.issues).slice(0, MOST_ISSUES),
      warnings: staged.flatMap(({ report }) => report.warnings),
    },
  }
}

/** The remarks of all parts, at the places that their cells have now. */
function unitedRemarks(
  staged: readonly StagedRelation[],
  aligned: readonly AlignedColumn[],
): Pick<StagedRelation, 'remarks'> {
  let before = 0
  const remarks = staged.flatMap(({ remarks: own = [], rows }, part) => {
    const first = before
    before += rows
    return own.map((remark) => {
      const column =
        remark.column === null ? null : aligned.findIndex(({ places }) => places[part] === remark.column) + 1
      return { ...remark, column, row: remark.row === null ? null : first + remark.row }
    })
  })
  return remarks.length === 0 ? {} : { remarks }
}

/** The rows of one part after the other: DuckDB keeps the order in which they are inserted. */
async function copyRows(
  duckdb: DuckDBConnection,
  table: string,
  parts: readonly Part[],
  aligned: readonly AlignedColumn[],
) {
  const columns = ['c0 VARCHAR', ...aligned.map(({ type }, n) => `c${n + 1} ${type}`)]
  await duckdb.run(`CREATE OR REPLACE TABLE ${table} (${columns.join(', ')})`)
  for (const [n, { value, staged }] of parts.entries()) {
    const cells = aligned.map(({ type, places }) => {
      const column = staged.columns[places[n] ?? -1]
      if (!column) return `CAST(NULL AS ${type})`
      return column.type === type ? column.sql : `CAST(${column.sql} AS ${type})`
    })
    await duckdb.run(`INSERT INTO ${table} SELECT ${[quoteText(value), ...cells].join(', ')} FROM ${staged.table}`)
    await duckdb.run(`DROP TABLE ${staged.table}`)
  }
}

function columnOf({ name, type, places }: AlignedColumn, n: number, staged: readonly StagedRelation[]): RelationColumn {
  const parts = staged.flatMap(({ columns }, part) => columns[places[part] ?? -1] ?? [])
  const formats = new Set(parts.flatMap(({ format }) => format ?? []))
  const [format = null] = formats
  const look = unitedLook(parts.flatMap((part) => (part.look && !part.isEmpty ? [part.look] : [])))
  return { name, type, format: formats.size === 1 ? format : null, look, sql: `c${n + 1}` }
}
