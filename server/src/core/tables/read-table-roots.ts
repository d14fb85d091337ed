import type { Context } from '../../platform/context.ts'
import { listUpstreamNames } from '../lineage/lineage.store.ts'
import type { OpenedTable } from '../reading/open-readable-table.ts'
import { findSourceName } from './tables.store.ts'

/** Where the rows of a table come from: the tables a derived one is made from, the file an ingested one was read from. */
export type TableRoots = { upstream: readonly string[]; source: string | null }

export const NO_ROOTS: TableRoots = { upstream: [], source: null }

export async function readTableRoots({ db }: Context, opened: OpenedTable): Promise<TableRoots> {
  const { workbookId, artifactId, layer } = opened
  if (layer === 'derived') return { upstream: await listUpstreamNames(db, workbookId, artifactId), source: null }
  return { upstream: [], source: await findSourceName(db, workbookId, artifactId) }
}
