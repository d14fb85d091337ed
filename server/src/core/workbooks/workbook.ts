import { strongest } from '../../people/accounts/permission.ts'
import type { Caller } from '../../platform/caller.ts'

/** Of the names that structuring gives. Null: that of each file's own words. */
export type WorkbookLanguage = 'ja' | 'en' | null

export type StoredLanguage = { language: 'ja' | 'en'; isJapaneseChosen: boolean }

/** A workbook without a language is stored with 'ja', which nodes of the release before read as such. */
export const languageOf = ({ language, isJapaneseChosen }: StoredLanguage): WorkbookLanguage =>
  language === 'ja' && !isJapaneseChosen ? null : language

export const storedLanguage = (language: WorkbookLanguage): StoredLanguage => ({
  language: language ?? 'ja',
  isJapaneseChosen: language === 'ja',
})

export type WorkbookRole = 'viewer' | 'editor' | 'owner'

/** What gives a user a role in a workbook. */
export type WorkbookMembership = {
  accountId: string
  /** Owner of the workbook. */
  ownerId: string
  /** Owner of the account that pays for it. */
  accountOwnerId: string
  /** Shared with this user alone. */
  memberRole: 'viewer' | 'editor' | null
  /** The user's role in the workspace around it. */
  workspaceRole: 'viewer' | 'editor' | 'admin' | null
}

/**
 * A workbook is seen by its owner, by those it is shared with, and by the members of its workspace: an admin or editor
 * there edits, a viewer reads. The account owner who pays for it owns it too, and so does a key of that account, within its reach.
 * Users who leave the workspace leave what they made in it.
 */
export function roleInWorkbook(
  caller: Pick<Caller, 'kind' | 'userId' | 'accountId'>,
  standing: WorkbookMembership,
): WorkbookRole | null {
  if (caller.kind === 'key') return standing.accountId === caller.accountId ? 'owner' : null
  if (caller.kind === 'link') return mayShare(caller, standing) ? 'viewer' : null
  if (standing.accountOwnerId === caller.userId) return 'owner'
  if (standing.ownerId === caller.userId && standing.workspaceRole) return 'owner'
  const role = strongest(standing.memberRole, standing.workspaceRole === 'admin' ? 'editor' : standing.workspaceRole)
  // Safe: neither of the two is admin.
  return role as WorkbookRole | null
}

/** A link lasts no longer than the right of its maker to make it. */
function mayShare(maker: Pick<Caller, 'userId' | 'accountId'>, standing: WorkbookMembership): boolean {
  const role = roleInWorkbook({ ...maker, kind: 'session' }, standing)
  return role === 'editor' || role === 'owner'
}

/** Whether a caller may change policies of a workbook: an admin, with a credential that was given the scope. */
export const mayGovern = (
  { caller }: { caller: Pick<Caller, 'kind' | 'userId' | 'scopes'> },
  standing: WorkbookMembership,
): boolean => caller.scopes.has('governance:configure') && isAdminIn(caller, standing)

/** Who may decide for everybody in a workbook: its owners, the admins of its workspace, and a key, which was given its scopes by one of them. */
export function isAdminIn({ kind, userId }: Pick<Caller, 'kind' | 'userId'>, standing: WorkbookMembership): boolean {
  const { accountOwnerId, ownerId, workspaceRole } = standing
  if (kind === 'link') return false
  return (
    kind === 'key' ||
    accountOwnerId === userId ||
    (ownerId === userId && workspaceRole !== null) ||
    workspaceRole === 'admin'
  )
}
