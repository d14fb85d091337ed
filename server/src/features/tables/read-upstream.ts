import type { Context } from '../../platform/context.ts'
import type { OpenedTable } from '../governance/open-readable-table.ts'
import { listUpstreamNames } from '../lineage/lineage.store.ts'

/** The tables a derived one is made from, by name. */
export function readUpstream({ db }: Context, { workbookId, artifactId, layer }: OpenedTable): Promise<string[]> {
  return layer === 'derived' ? listUpstreamNames(db, workbookId, artifactId) : Promise.resolve([])
}
