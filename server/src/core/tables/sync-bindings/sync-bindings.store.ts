import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/postgres.ts'
import type { Actor } from '../../audit/actor.ts'

export const EXTERNAL_KINDS = ['google_sheets', 'microsoft'] as const
export const DIRECTIONS = ['bidirectional', 'pull', 'push'] as const

/** Which sheet of a drive a table belongs to. */
export type SyncBinding = {
  bindingId: string
  externalKind: (typeof EXTERNAL_KINDS)[number]
  externalRef: string
  direction: (typeof DIRECTIONS)[number]
  ownershipMap: Readonly<Record<string, string>> | null
  actor: Actor
  createdAt: Date
}

type Bound = { workbookId: string; tableId: string }

/** What keeps a table and a sheet from being bound: either may be bound already. Tables in the trash hold no sheet. */
export function findBindingOf(db: Db, { workbookId, tableId }: Bound, externalRef: string) {
  return db
    .selectFrom('syncBinding')
    .innerJoin('artifact', (join) =>
      join
        .onRef('artifact.workbookId', '=', 'syncBinding.workbookId')
        .onRef('artifact.artifactId', '=', 'syncBinding.tableId'),
    )
    .select(['syncBinding.tableId', 'syncBinding.externalRef', 'artifact.name'])
    .where('syncBinding.workbookId', '=', workbookId)
    .where('artifact.deletedAt', 'is', null)
    .where((eb) => eb.or([eb('syncBinding.tableId', '=', tableId), withRef(externalRef)]))
    .orderBy(sql`sync_binding.table_id = ${tableId}`, 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Only one of a table in the trash can still have it. */
export async function deleteBindingTo(tx: Tx, workbookId: string, externalRef: string) {
  await tx.deleteFrom('syncBinding').where('workbookId', '=', workbookId).where(withRef(externalRef)).execute()
}

export async function insertBinding(tx: Tx, bound: Bound, binding: Omit<SyncBinding, 'createdAt'>): Promise<Date> {
  const { createdAt } = await tx
    .insertInto('syncBinding')
    .values({
      ...bound,
      ...binding,
      ownershipMap: binding.ownershipMap && JSON.stringify(binding.ownershipMap),
      actor: JSON.stringify(binding.actor),
    })
    .returning('createdAt')
    .executeTakeFirstOrThrow()
  return createdAt
}

const withRef = (externalRef: string) =>
  sql<boolean>`md5(sync_binding.external_ref) = md5(${externalRef}) and sync_binding.external_ref = ${externalRef}`
