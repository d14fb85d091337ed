import type { Db } from '../../../platform/postgres.ts'
import type { OpDetail } from '../../ops/op.ts'

/** Who made a table, and who wrote it last. */
export type Making = {
  tableId: string
  editVersion: number
  /** It was made by a source as one of its own, and not edited or added to since. */
  isAsMade: boolean
  /** What it was made of then; null: that is not known. */
  mark: string | null
}

const SOURCE_OPS: readonly (string | null)[] = ['source.materialize', 'source.structure']

/** Of these tables those that the source itself has made. One that it only added rows to is not its own. */
export async function listMakings(
  db: Db,
  { workbookId, sourceId }: { workbookId: string; sourceId: string },
  tableIds: readonly string[],
): Promise<Making[]> {
  if (tableIds.length === 0) return []
  const rows = await db
    .selectFrom('tableHead as h')
    .leftJoin('tableVersion as v', (join) =>
      join
        .onRef('v.workbookId', '=', 'h.workbookId')
        .onRef('v.tableId', '=', 'h.tableId')
        .onRef('v.version', '=', 'h.editVersion'),
    )
    .leftJoin('op as last', (join) =>
      join.onRef('last.workbookId', '=', 'v.workbookId').onRef('last.opId', '=', 'v.opId'),
    )
    .leftJoin('tableVersion as first', (join) =>
      join
        .onRef('first.workbookId', '=', 'h.workbookId')
        .onRef('first.tableId', '=', 'h.tableId')
        .on('first.version', '=', 1),
    )
    .leftJoin('op as creation', (join) =>
      join.onRef('creation.workbookId', '=', 'first.workbookId').onRef('creation.opId', '=', 'first.opId'),
    )
    .leftJoin('tableOrigin as rows', (join) =>
      join
        .onRef('rows.workbookId', '=', 'h.workbookId')
        .onRef('rows.tableId', '=', 'h.tableId')
        .on('rows.firstRowId', '=', 1),
    )
    .select(['h.tableId', 'h.editVersion', 'last.kind', 'last.detail', 'creation.kind as createdBy'])
    .select('rows.sourceId as firstSourceId')
    .where('h.workbookId', '=', workbookId)
    .where('h.tableId', 'in', tableIds)
    .execute()
  return rows
    .filter(
      ({ createdBy, firstSourceId }) => SOURCE_OPS.includes(createdBy) && (firstSourceId ?? sourceId) === sourceId,
    )
    .map(({ tableId, editVersion, detail }) => {
      // Safe: commits alone write them.
      const mark = (detail as OpDetail | null)?.made_of?.[tableId] ?? null
      return { tableId, editVersion, isAsMade: mark !== null || editVersion === 1, mark }
    })
}
