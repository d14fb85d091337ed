import type { ParseSpec } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import { tablesOfRegions } from '@bindery-data/spreadsheet/parse-spec/united-outputs.ts'
import type { Context } from '../../../platform/context.ts'
import type { Db, Tx } from '../../../platform/postgres.ts'
import type { StagedTable } from '../../../tabular/loader/load-request.ts'
import { invalidField } from '../../artifacts/artifacts.errors.ts'
import { hasActiveName, updateArtifact } from '../../artifacts/artifacts.store.ts'
import { appendAuditEntry } from '../../audit/append-audit-entry.ts'
import { listEdges, listReportNames } from '../../lineage/lineage.store.ts'
import { versionConflict } from '../../tables/tables.errors.ts'
import { isSamePart } from '../ingest/build-tables.ts'
import type { Source } from '../source.ts'
import { editedSinceMade } from '../sources.errors.ts'
import { listMadeTables, type MadeTable } from '../sources.store.ts'
import { isSharedPart } from '../templates/shared-tables.ts'
import { listMakings, type Making } from './makings.store.ts'

/** A table that the source made before, as it is now. */
export type TableMade = MadeTable & Making

/** The tables of the parse spec that a source has made and that are still there. */
export async function listTablesMade(db: Db, source: Source): Promise<TableMade[]> {
  const { workbookId, sourceId } = source
  const made = (await listMadeTables(db, workbookId, [sourceId])).filter(isOwn)
  const makings = await listMakings(
    db,
    source,
    made.map(({ tableId }) => tableId),
  )
  return made.flatMap((table) => {
    const making = makings.find(({ tableId }) => tableId === table.tableId)
    return making ? [{ ...table, ...making }] : []
  })
}

/** Tables that several files share belong to no single source. */
const isOwn = ({ kind, part }: MadeTable) => kind === 'output' && !isSharedPart(part)

/** For each staged table the one that was made of the same output before. One whose name another table has is left alone. */
export async function matchMade(
  { db }: Context,
  workbookId: string,
  staged: readonly StagedTable[],
  made: readonly TableMade[],
): Promise<(TableMade | null)[]> {
  const matches: (TableMade | null)[] = []
  for (const table of staged) {
    const same = made.filter((one) => !matches.includes(one) && isSamePart(one, table))
    const found = same.find(({ state }) => state === 'active') ?? same[0]
    const isHidden = found?.state === 'archived' && (await hasActiveName(db, workbookId, found.name))
    matches.push(found && !isHidden ? found : null)
  }
  return matches
}

export type ExpectedVersions = Readonly<Record<string, number>>

/** Edits are not overwritten, unless the caller names the version that holds them. */
export function refuseIfEdited(replaced: readonly TableMade[], expected: ExpectedVersions | null) {
  for (const { name, editVersion, isAsMade } of replaced) {
    const sent = expected?.[name]
    if (sent === undefined && !isAsMade) throw editedSinceMade(name, editVersion)
    if (sent !== undefined && sent !== editVersion)
      throw versionConflict({ table: name, expected: sent, current: editVersion, changedRows: null })
  }
}

/** A request that came in between has made one of these tables: what was read for it is to be read again. */
export function refuseIfMadeMeanwhile(
  made: readonly TableMade[],
  staged: readonly StagedTable[],
  matches: readonly (TableMade | null)[],
) {
  const known = new Set(matches.map((match) => match?.tableId))
  for (const [n, table] of staged.entries()) {
    const other = matches[n] ? undefined : made.find((one) => one.state === 'active' && isSamePart(one, table))
    if (other && !known.has(other.tableId)) throw editedSinceMade(other.name, other.editVersion)
  }
}

/** A table that is expected at a version must be one of those that the source has made. */
export function refuseIfUnknown(made: readonly TableMade[], expected: ExpectedVersions | null) {
  for (const name of Object.keys(expected ?? {}))
    if (!made.some((table) => table.name === name))
      throw invalidField(['body', 'expected_versions', name], 'unknown_table', 'is no table that this source has made')
}

/** Tables that the source no longer makes: those that were taken out of the way, and those that stay because they are in use. */
export type LeftOver = { archived: string[]; kept: string[] }

/**
 * Archives the tables that an earlier reading has made and the spec no longer does; without a spec all of them. A table that was
 * edited, or that something else is made from or shows, stays.
 */
export async function archiveLeftOver(
  tx: Tx,
  ctx: Context,
  { workbookId, name: source }: Source,
  spec: ParseSpec | null,
  made: readonly TableMade[],
): Promise<LeftOver> {
  const regions = spec?.regions ?? []
  const tablesOf = tablesOfRegions(regions)
  const parts = new Set(regions.flatMap((region) => (region.kind === 'data' ? tablesOf(region) : [])))
  const edges = await listEdges(tx, workbookId)
  const leftOver: LeftOver = { archived: [], kept: [] }
  for (const { tableId, name, part, regionId, state, isAsMade } of made) {
    // Notes belong to sheets: no region makes them any more or less.
    if (state !== 'active' || (spec && regionId === null) || parts.has(part)) continue
    const isRead = edges.some(({ fromId }) => fromId === tableId)
    const isShown = (await listReportNames(tx, workbookId, [tableId])).length > 0
    if (!isAsMade || isRead || isShown) {
      leftOver.kept.push(name)
      continue
    }
    leftOver.archived.push(name)
    await updateArtifact(tx, { workbookId, artifactId: tableId }, { state: 'archived' })
    const detail = { source }
    await appendAuditEntry(tx, ctx, { workbookId, action: 'artifact.archive', target: { artifact: name }, detail })
  }
  return leftOver
}

/** A table that was taken out of the way and is made again; its name is free. */
export async function bringBack(
  tx: Tx,
  ctx: Context,
  { workbookId, name: source }: Source,
  { tableId, name }: TableMade,
) {
  await updateArtifact(tx, { workbookId, artifactId: tableId }, { state: 'active' })
  const detail = { source, name }
  await appendAuditEntry(tx, ctx, { workbookId, action: 'artifact.unarchive', target: { artifact: name }, detail })
}
