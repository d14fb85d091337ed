import type { ReadableTable } from '../../engine/table/readable-table.ts'
import { LruMap } from '../../platform/lru-map.ts'
import type { Db } from '../../platform/postgres.ts'
import type { OpenedWorkbook } from '../workbooks/open-workbook.ts'
import type { OpenedTable } from './open-readable-table.ts'
import { type LeftOut, namedTables } from './open-readable-tables.ts'
import { listTableHeads, type Registered } from './readable-tables.store.ts'

/** What SQL may name in a workbook, as it was at these epochs: neither is raised without a change of it, nor it changed without. */
export type Catalog = {
  catalogEpoch: number
  /** Of its policies; an erasure raises it, after which nothing that was read before is kept. */
  policyEpoch: number
  tables: readonly Registered[]
  leftOut: ReadonlyMap<string, LeftOut>
  /** How callers see the tables, by the name of their lens. */
  views: LruMap<string, CatalogView>
}

export type CatalogView = { tables: readonly OpenedTable[]; readable: readonly ReadableTable[] }

/** `editSeq`, `policyEpoch`: of the moment at which the catalog is known to be so. */
export type ReadCatalog = { catalog: Catalog; editSeq: number; policyEpoch: number }

/** Enough for twenty departments that see rows of their own. */
const MOST_VIEWS = 32
/** Of all catalogs that are kept together. */
const MOST_TABLES = 20_000

/** By workbook, the longest unused first. */
const known = new Map<string, Catalog>()
let knownTables = 0

/** As it stands when its workbook was opened, or later. A transaction reads for itself: what it sees may never come to be. */
export async function readCatalog(db: Db, workbook: OpenedWorkbook): Promise<ReadCatalog> {
  const { workbookId, catalogEpoch, policyEpoch, editSeq } = workbook
  const kept = db.isTransaction ? undefined : known.get(workbookId)
  if (kept && kept.catalogEpoch === catalogEpoch && kept.policyEpoch === policyEpoch) {
    keep(workbookId, kept)
    return { catalog: kept, editSeq, policyEpoch }
  }
  const heads = await listTableHeads(db, workbookId)
  // All of one moment.
  const at = heads[0] ?? workbook
  const { tables, leftOut } = await namedTables(db, workbookId, heads)
  const views = new LruMap<string, CatalogView>(MOST_VIEWS)
  const catalog = { catalogEpoch: at.catalogEpoch, policyEpoch: at.policyEpoch, tables, leftOut, views }
  if (!db.isTransaction) keep(workbookId, catalog)
  return { catalog, editSeq: at.editSeq, policyEpoch: at.policyEpoch }
}

/** As the one that was used last. */
function keep(workbookId: string, catalog: Catalog) {
  forget(workbookId)
  known.set(workbookId, catalog)
  knownTables += catalog.tables.length
  for (const oldest of known.keys()) {
    if (knownTables <= MOST_TABLES) return
    forget(oldest)
  }
}

function forget(workbookId: string) {
  knownTables -= known.get(workbookId)?.tables.length ?? 0
  known.delete(workbookId)
}
