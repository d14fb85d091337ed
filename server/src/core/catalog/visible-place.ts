/** Where a caller may find something: a whole account, a workspace of it, or one workbook. */
export type VisiblePlace = { accountId: string; workspaceId: string | null; workbookId: string | null }

/** What two places have in common: one of the two, or nothing. */
export function shared(one: VisiblePlace, other: VisiblePlace): VisiblePlace | null {
  if (one.accountId !== other.accountId) return null
  if (one.workspaceId && other.workspaceId && one.workspaceId !== other.workspaceId) return null
  if (one.workbookId && other.workbookId && one.workbookId !== other.workbookId) return null
  return {
    accountId: one.accountId,
    workspaceId: one.workspaceId ?? other.workspaceId,
    workbookId: one.workbookId ?? other.workbookId,
  }
}
