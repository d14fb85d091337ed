import { sql } from 'kysely'
import type { PublicLinks } from '../../people/accounts/workspaces/workspace.ts'
import type { Db, Tx } from '../../platform/postgres.ts'
import type { Link, LinkKind } from './link.ts'

/** The stricter of what the workspace and its account say. */
const publicLinksOf = sql<PublicLinks>`case
  when 'off' in (workspace.public_links, coalesce(account_policy.public_links, 'allowed')) then 'off'
  when 'members' in (workspace.public_links, coalesce(account_policy.public_links, 'allowed')) then 'members'
  else 'allowed' end`

/** Of a workbook, before a link is made. */
export async function findPublicLinks(db: Db, workbookId: string): Promise<PublicLinks> {
  const { publicLinks } = await db
    .selectFrom('workbook')
    .innerJoin('workspace', 'workspace.workspaceId', 'workbook.workspaceId')
    .leftJoin('accountPolicy', 'accountPolicy.accountId', 'workspace.accountId')
    .select(publicLinksOf.as('publicLinks'))
    .where('workbook.workbookId', '=', workbookId)
    .executeTakeFirstOrThrow()
  return publicLinks
}

const links = (db: Db) =>
  db
    .selectFrom('linkShare')
    .innerJoin('credential', 'credential.credentialId', 'linkShare.credentialId')
    .leftJoin('appUser', 'appUser.userId', 'credential.createdBy')
    .leftJoin('credential as maker', 'maker.credentialId', 'linkShare.madeWith')
    .innerJoin('workbook', 'workbook.workbookId', 'linkShare.workbookId')
    .innerJoin('workspace', 'workspace.workspaceId', 'workbook.workspaceId')
    .leftJoin('accountPolicy', 'accountPolicy.accountId', 'workspace.accountId')
    .select([
      'linkShare.workbookId',
      'linkShare.credentialId as linkId',
      'linkShare.targetId',
      'credential.name',
      'credential.prefix',
      'credential.createdBy',
      'credential.createdAt',
      'credential.lastUsedAt',
      'appUser.name as ownerName',
      sql<LinkKind>`link_share.kind`.as('kind'),
      sql<Link['makerKind']>`link_share.maker_kind`.as('makerKind'),
      sql<Date | null>`coalesce(credential.revoked_at, maker.revoked_at,
        case when link_share.made_with is not null and maker.credential_id is null then credential.created_at end)`.as(
        'revokedAt',
      ),
      // A link never lives without end.
      sql<Date>`least(credential.expires_at, maker.expires_at)`.as('expiresAt'),
      publicLinksOf.as('publicLinks'),
      sql<string | null>`case link_share.kind
        when 'table' then (select a.name from artifact a
          where a.workbook_id = link_share.workbook_id and a.artifact_id = link_share.target_id and a.deleted_at is null)
        when 'view' then (select v.name from saved_view v
          where v.workbook_id = link_share.workbook_id and v.view_id = link_share.target_id)
        else (select d.name from dashboard d
          where d.workbook_id = link_share.workbook_id and d.dashboard_id = link_share.target_id) end`.as('target'),
    ])

/** Newest first. */
export function listLinks(db: Db, workbookId: string): Promise<Link[]> {
  return links(db)
    .where('linkShare.workbookId', '=', workbookId)
    .orderBy('linkShare.credentialId', 'desc')
    .limit(1_000)
    .execute()
}

export function findLink(db: Db, workbookId: string, linkId: string): Promise<Link | undefined> {
  return links(db)
    .where('linkShare.workbookId', '=', workbookId)
    .where('linkShare.credentialId', '=', linkId)
    .executeTakeFirst()
}

/** Those that still show something. */
export async function countLiveLinks(tx: Tx, workbookId: string): Promise<number> {
  const { n } = await tx
    .selectFrom('linkShare')
    .innerJoin('credential', 'credential.credentialId', 'linkShare.credentialId')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('linkShare.workbookId', '=', workbookId)
    .where('credential.revokedAt', 'is', null)
    .where('credential.expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow()
  return n
}

export async function insertLinkShare(
  tx: Tx,
  share: {
    workbookId: string
    credentialId: string
    kind: LinkKind
    targetId: string
    madeWith: string | null
    makerKind: Link['makerKind']
  },
) {
  await tx.insertInto('linkShare').values(share).execute()
}
