import type { Context } from '../../platform/context.ts'
import { findWorkspaceFor } from '../accounts/workspaces.store.ts'
import { isSkippedBy, type ParsedRules, parseRules } from './preprocess-rules.ts'

export type Preprocessing = ParsedRules & { text: string | null; isSkipped: (filename: string) => boolean }

/** The rules of the workspace that a workbook lies in. */
export async function findPreprocessing(
  { db, caller }: Pick<Context, 'db' | 'caller'>,
  { workspaceId }: { workspaceId: string },
): Promise<Preprocessing> {
  const workspace = await findWorkspaceFor(db, workspaceId, caller.userId)
  const text = workspace?.preprocessRules ?? null
  const parsed = parseRules(text)
  return { ...parsed, text, isSkipped: (filename) => isSkippedBy(parsed.rules, filename) }
}
