import type { ParseSpec } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import { tablesOfRegions } from '@bindery-data/spreadsheet/parse-spec/united-outputs.ts'
import { hasActiveName, updateArtifact } from '../../../core/artifacts/artifacts.store.ts'
import { appendAuditEntry } from '../../../core/audit/append-audit-entry.ts'
import { listEdges, listReportNames } from '../../../core/lineage/lineage.store.ts'
import type { StagedTable } from '../../../engine/loader/load-request.ts'
import type { Context } from '../../../platform/context.ts'
import type { Db, Tx } from '../../../platform/postgres.ts'
import { isSamePart } from '../ingest/build-tables.ts'
import type { TableMade } from '../landing/clear-landing.ts'
import { listMakings } from '../landing/makings.store.ts'
import type { Source } from '../source.ts'
import { editedSinceMade } from '../sources.errors.ts'
import { listMadeTables } from '../sources.store.ts'
import { isSharedPart } from '../templates/shared-tables.ts'

/** The tables of the parse spec that a source has made and that are still there. */
export const listTablesMade = async (db: Db, source: SourceKey): Promise<TableMade[]> =>
  (await listEveryTableMade(db, source)).filter(({ kind }) => kind === 'output')

type SourceKey = Pick<Source, 'workbookId' | 'sourceId'>

/** The same with the sheets that landed as they are. Tables that several files share belong to no single source. */
export async function listEveryTableMade(db: Db, source: SourceKey): Promise<TableMade[]> {
  const { workbookId, sourceId } = source
  const made = (await listMadeTables(db, workbookId, [sourceId])).filter(({ part }) => !isSharedPart(part))
  const ids = made.map(({ tableId }) => tableId)
  const makings = new Map((await listMakings(db, source, ids)).map((making) => [making.tableId, making]))
  return made.flatMap((table) => {
    const making = makings.get(table.tableId)
    return making ? [{ ...table, ...making }] : []
  })
}

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

/** A request that came in between has made one of these tables: what was read for it is to be read again. */
export function refuseIfMadeMeanwhile(
  made: readonly TableMade[],
  staged: readonly StagedTable[],
  matches: readonly (TableMade | null)[],
) {
  const known = new Set(matches.map((match) => match?.tableId))
  for (const [n, table] of staged.entries()) {
    const other = matches[n] ? undefined : made.find((one) => one.state === 'active' && isSamePart(one, table))
    if (other && !known.has(other.tableId)) throw editedSinceMade([{ ...other, expected: null }])
  }
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
