import { sql } from 'kysely'
import type { OpDetail } from '../../../core/ops/op.ts'
import type { Db } from '../../../platform/postgres.ts'

/** Who made a table, and who wrote it last. */
export type Making = {
  tableId: string
  editVersion: number
  /** Of the newest version that the source made; null: it is forgotten. */
  madeVersion: number | null
  /** Rows that were edited since; null: that is not known, or they are all of them. */
  editedRows: number | null
  /** It was made by a source as one of its own, and not edited or added to since. */
  isAsMade: boolean
  /** What it was made of; null: it is not as it was made, or that is not known. */
  mark: string | null
}

/** Those that create tables. */
const SOURCE_OPS: readonly (string | null)[] = ['source.materialize', 'source.structure', 'source.revise']

/** Of these tables those that the source itself has made. One that it only added rows to is not its own. */
export async function listMakings(
  db: Db,
  { workbookId, sourceId }: { workbookId: string; sourceId: string },
  tableIds: readonly string[],
): Promise<Making[]> {
  if (tableIds.length === 0) return []
  const rows = await db
    .selectFrom('tableHead as h')
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
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('tableVersion as v')
          .leftJoin('op', (join) => join.onRef('op.workbookId', '=', 'v.workbookId').onRef('op.opId', '=', 'v.opId'))
          .select(['v.version', 'op.detail'])
          .whereRef('v.workbookId', '=', 'h.workbookId')
          .whereRef('v.tableId', '=', 'h.tableId')
          .where(isMaking)
          .orderBy('v.version', 'desc')
          .limit(1)
          .as('made'),
      (join) => join.onTrue(),
    )
    .select(['h.tableId', 'h.editVersion', 'made.version as madeVersion', 'made.detail'])
    .select(['creation.kind as createdBy', 'rows.sourceId as firstSourceId'])
    .select(editedRows)
    .where('h.workbookId', '=', workbookId)
    .where('h.tableId', 'in', tableIds)
    .execute()
  return rows
    .filter(
      ({ createdBy, firstSourceId }) => SOURCE_OPS.includes(createdBy) && (firstSourceId ?? sourceId) === sourceId,
    )
    .map(({ tableId, editVersion, madeVersion, detail, editedRows: edited }) => {
      const isAsMade = madeVersion === editVersion
      // Safe: commits alone write them.
      const mark = (isAsMade && (detail as OpDetail | null)?.made_of?.[tableId]) || null
      return { tableId, editVersion, madeVersion, editedRows: edited || null, isAsMade, mark }
    })
}

/**
 * A version that a source made of a file, or to which one was taken back. Ops name the tables they made; those of releases before 0.3
 * do not name sheets: there the summary says whether rows were made or added.
 */
const isMaking = sql<boolean>`(v.version = 1 or op.detail -> 'made_of' ? v.table_id::text
  or (op.kind = 'source.materialize' and op.detail ->> 'summary' like 'Made %'))`

const editedRows = sql<number>`case when made.version < h.edit_version then (
  select count(distinct d.row_id)::integer from delta d
  where d.workbook_id = h.workbook_id and d.table_id = h.table_id and d.version > made.version) end`.as('editedRows')
