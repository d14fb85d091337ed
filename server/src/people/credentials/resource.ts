import type { Reach } from '../../platform/caller.ts'
import { fromWireId, toWireId } from '../../platform/ids.ts'

/** A credential's reach as it is written: `account`, `workspace:ws_…`, `workbook:wb_…`. */
export const RESOURCE_PATTERN = '^(account|workspace:ws_[0-9A-Z]{26}|workbook:wb_[0-9A-Z]{26})$'

export function parseResource(text: string): Exclude<Reach, { kind: 'everything' }> {
  const [kind, id = ''] = text.split(':')
  if (kind === 'workspace') return { kind, workspaceId: fromWireId('ws', id) }
  if (kind === 'workbook') return { kind, workbookId: fromWireId('wb', id) }
  return { kind: 'account' }
}

/** A session reaches whatever its user sees; for others to read, that is the account. */
export function presentResource(reach: Reach): string {
  if (reach.kind === 'workspace') return `workspace:${toWireId('ws', reach.workspaceId)}`
  if (reach.kind === 'workbook') return `workbook:${toWireId('wb', reach.workbookId)}`
  return 'account'
}

/** A reach as its row in the database tells it. */
export function reachOf(
  kind: 'account' | 'workspace' | 'workbook',
  id: string | null,
): Exclude<Reach, { kind: 'everything' }> {
  if (kind === 'workspace' && id) return { kind, workspaceId: id }
  if (kind === 'workbook' && id) return { kind, workbookId: id }
  return { kind: 'account' }
}
