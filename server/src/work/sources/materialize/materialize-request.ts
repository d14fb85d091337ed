import type { ParseSpec, Region, RegionColumn } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import { makesTables } from '@bindery-data/spreadsheet/parse-spec/united-outputs.ts'
import { invalidField } from '../../../core/artifacts/artifacts.errors.ts'
import { maskedColumn } from '../../../core/policies/governance.errors.ts'
import type { OpenedTable } from '../../../core/reading/open-readable-table.ts'
import type { OnViolation } from '../../../core/rules/writes-to-check.ts'
import type { StagedTable } from '../../../engine/loader/load-request.ts'
import { formatColumnType } from '../../../engine/table/column-type.ts'
import type { ReadableColumn } from '../../../engine/table/readable-table.ts'
import type { ExpectedVersions } from '../landing/landing-versions.ts'
import { unmappedColumns } from '../sources.errors.ts'

export const TARGET_MODES = ['new', 'append', 'upsert', 'replace'] as const

/** What is to be made of the regions of a source. */
export type MaterializeRequest = {
  regions: readonly string[] | null
  target: Target
  onError: RegionColumn['on_error'] | null
  /** What becomes of rows that break a rule; null: as the rules of the table say. */
  onViolation: OnViolation | null
  isDryRun: boolean
  actor: string | null
  /** Of tables that the source has made before: the versions that may be overwritten. */
  expectedVersions: ExpectedVersions | null
}

export type Target = {
  mode: (typeof TARGET_MODES)[number]
  table: string | null
  /** Column of the source → column of the table; null leaves it out. */
  columnMapping: Readonly<Record<string, string | null>>
  matchOn: readonly string[] | null
  /** What an empty cell does to a row that is there: nothing, or it empties the cell. */
  blankPolicy: 'keep' | 'clear'
  expected: number | null
}

/** What the parse spec says, and nothing else. */
export const NEW_TABLES: MaterializeRequest = {
  regions: null,
  target: { mode: 'new', table: null, columnMapping: {}, matchOn: null, blankPolicy: 'keep', expected: null },
  onError: null,
  onViolation: null,
  isDryRun: false,
  actor: null,
  expectedVersions: null,
}

/** The regions that are meant: those named, else all that hold data. */
export function selectedRegions({ regions }: ParseSpec, named: readonly string[] | null): Region[] {
  if (named === null) return regions.filter(makesTables)
  return named.map((id, n) => {
    const region = regions.find(({ region_id }) => region_id === id)
    if (!region) throw invalidField(['body', 'regions', n], 'unknown_region', 'is no region of the parse spec')
    return region
  })
}

/** The spec as this request wants it: only its regions, and what to do with cells that do not fit. */
export function specFor(spec: ParseSpec, { regions, onError }: MaterializeRequest): ParseSpec {
  const selected = selectedRegions(spec, regions)
  if (onError === null) return { ...spec, regions: selected }
  return {
    ...spec,
    regions: selected.map((region) => withColumns(region, (column) => ({ ...column, on_error: onError }))),
  }
}

export type MappedSpec = {
  spec: ParseSpec
  /** Name of a column of the source → the column of the table it goes to. */
  columns: ReadonlyMap<string, ReadableColumn>
  /** What columns are to be read as that only reshaping makes. */
  types: Readonly<Record<string, string>>
}

/** The spec with its columns read as the types of the table they go to, so that each value fits or is reported. */
export function mappedTo(spec: ParseSpec, { columnMapping }: Target, opened: OpenedTable): MappedSpec {
  const mapper = createMapper(columnMapping, opened)
  const regions = spec.regions.map((region) =>
    withColumns(region, (column) => {
      const found = column.include ? mapper.find(column.name) : null
      if (found === null) return { ...column, include: false }
      return found ? { ...column, type: formatColumnType(found.type) } : column
    }),
  )
  return { spec: { ...spec, regions }, columns: mapper.finish(), types: {} }
}

/**
 * The same for tables whose columns are known only once they are made: those that reshaping or uniting makes. The column that
 * says which sheet a row is from is left out where the table has none for it.
 */
export function mappedOutputs(
  spec: ParseSpec,
  { columnMapping }: Target,
  opened: OpenedTable,
  staged: readonly StagedTable[],
): MappedSpec {
  const mapper = createMapper(columnMapping, opened)
  for (const { columns, union } of staged)
    for (const { name } of columns) if (name !== union?.column || mapper.has(name)) mapper.find(name)
  const columns = mapper.finish()
  const types = Object.fromEntries([...columns].map(([name, { type }]) => [name, formatColumnType(type)]))
  return { spec, columns, types }
}

/** Finds the column of a table that each column of a source goes to: null where it is left out. */
function createMapper(columnMapping: Target['columnMapping'], { name: tableName, table }: OpenedTable) {
  const columns = new Map<string, ReadableColumn>()
  const unmapped = new Set<string>()
  const columnFor = (name: string) => {
    const wanted = Object.hasOwn(columnMapping, name) ? columnMapping[name] : name
    return { wanted, found: table.columns.find((candidate) => candidate.name === wanted?.normalize('NFC')) }
  }
  return {
    /** Whether the table has a column for it, or the request says that it has. */
    has: (name: string) => Object.hasOwn(columnMapping, name) || columnFor(name).found !== undefined,
    find(name: string): ReadableColumn | null | undefined {
      const { wanted, found } = columnFor(name)
      if (wanted === null) return null
      if (!found) unmapped.add(name)
      else columns.set(name, found)
      return found
    },
    finish(): ReadonlyMap<string, ReadableColumn> {
      if (unmapped.size > 0) throw unmappedColumns(tableName, [...unmapped])
      const masked = [...columns.values()].filter(({ isMasked }) => isMasked)
      if (masked.length > 0) throw maskedColumn(masked.map((column) => column.name))
      return columns
    },
  }
}

const withColumns = (region: Region, change: (column: RegionColumn) => RegionColumn): Region => ({
  ...region,
  columns: region.columns.map(change),
})
