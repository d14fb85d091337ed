import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { reserveRowIds } from '../../tabular/commit.store.ts'
import type { StagedTable } from '../../tabular/loader/load-request.ts'
import type { Column } from '../../tabular/table.ts'
import { readTables } from '../governance/read-artifacts.ts'
import type { MadeTable, SourceTable } from './sources.store.ts'

/** A table whose rows are to be replaced: its columns keep their ids, its new rows get ids it never gave before. */
export type KnownTable = {
  tableId: string
  name: string
  columns: readonly Column[]
  nextColumnId: number
  editVersion: number
  idsAfter: number
}

/** For each staged table the one that was made of the same part before, if it is still there. */
export async function replaceTables(
  ctx: Context,
  workbookId: string,
  staged: readonly StagedTable[],
  made: readonly MadeTable[],
): Promise<(KnownTable | null)[]> {
  const seen = await readTables(
    ctx,
    workbookId,
    made.map(({ tableId }) => tableId),
  )
  const known: (KnownTable | null)[] = []
  for (const table of staged) {
    const ofKind = made.filter(({ kind }) => kind === kindOf(table))
    const isOnly = ofKind.length === 1 && staged.filter((one) => kindOf(one) === kindOf(table)).length === 1
    const part = ofKind.find((one) => isOnly || isSamePart(one, table))
    const opened = seen.find(({ artifact }) => artifact.artifactId === part?.tableId)?.opened
    if (!opened) {
      known.push(null)
      continue
    }
    const { artifactId: tableId, name, schema: columns, nextColumnId, editVersion } = opened
    const reserve = () => inTransaction(ctx.bulk.db, (tx) => reserveRowIds(tx, workbookId, tableId, table.rows))
    const idsAfter = table.rows > 0 ? (await reserve()) - 1 : 0
    known.push({ tableId, name, columns, nextColumnId, editVersion, idsAfter })
  }
  return known
}

const kindOf = ({ output }: StagedTable): SourceTable['kind'] => (output === null ? 'sheet' : 'output')

const isSamePart = ({ part, regionId }: MadeTable, table: StagedTable) =>
  table.output === null ? part === table.sheet : regionId === table.regionId && part === table.name
