import { sql } from 'kysely'
import type { Db } from '../../platform/postgres.ts'
import type { Actor } from '../audit/actor.ts'
import type { Op, OpDetail } from './op.ts'

/** Ops are written by the commit alone. */
const withNames = (db: Db, workbookId: string) =>
  db
    .selectFrom('op')
    .leftJoin('artifact', (join) =>
      join.onRef('artifact.workbookId', '=', 'op.workbookId').onRef('artifact.artifactId', '=', 'op.tableId'),
    )
    .where('op.workbookId', '=', workbookId)
    .select([
      'op.opId',
      'op.kind',
      'op.tableId',
      'artifact.name as tableName',
      'op.editVersion',
      'op.actor',
      'op.detail',
      'op.at',
      'op.undoneBy',
    ])

type OpRow = Awaited<ReturnType<ReturnType<typeof withNames>['execute']>>[number]

/** Newest first, `before` excluded. */
export async function listOps(db: Db, workbookId: string, limit: number, before: number | null): Promise<Op[]> {
  let query = withNames(db, workbookId).orderBy('op.opId', 'desc').limit(limit)
  if (before !== null) query = query.where('op.opId', '<', before)
  return (await query.execute()).map(opFrom)
}

export async function findOp(db: Db, workbookId: string, opId: number): Promise<Op | undefined> {
  const row = await withNames(db, workbookId).where('op.opId', '=', opId).executeTakeFirst()
  return row && opFrom(row)
}

/** So many of the last ops of a workbook are looked through. */
const OPS_LOOKED_THROUGH = 100_000

/** Those under a label, newest first. */
export async function listOpsOfSession(db: Db, workbookId: string, session: string, limit: number): Promise<Op[]> {
  const rows = await withNames(db, workbookId)
    .where((eb) => eb(sql<string>`op.detail ->> 'session'`, '=', session))
    .where((eb) =>
      eb(
        'op.opId',
        '>',
        eb
          .selectFrom('workbookHead')
          .select((of) => of('workbookHead.opId', '-', OPS_LOOKED_THROUGH).as('from'))
          .where('workbookHead.workbookId', '=', workbookId),
      ),
    )
    .orderBy('op.opId', 'desc')
    .limit(limit)
    .execute()
  return rows.map(opFrom)
}

/** The versions that an op made, of each table it wrote. */
export function listVersionsOfOp(db: Db, workbookId: string, opId: number) {
  return db
    .selectFrom('tableVersion')
    .select(['tableId', 'version'])
    .where('workbookId', '=', workbookId)
    .where('opId', '=', opId)
    .orderBy('tableId')
    .execute()
}

const opFrom = (row: OpRow): Op => ({
  ...row,
  // Safe: both are written by commits alone, which build them from these types.
  actor: row.actor as unknown as Actor,
  detail: row.detail as unknown as OpDetail,
})
