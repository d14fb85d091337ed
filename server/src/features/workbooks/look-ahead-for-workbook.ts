import type { PublicContext } from '../../platform/context.ts'
import { isSecretText } from '../credentials/secret-text.ts'
import { findWorkbookForHolder } from './workbooks.store.ts'

export const workbookAhead = (workbookId: string) => `workbook ${workbookId}`

/** Begins to look for a workbook as whoever holds the credential sees it. A session tells its user only once it is checked. */
export function lookAheadForWorkbook({ ahead, db, keyring }: PublicContext, workbookId: string, credential: string) {
  if (!ahead || !isSecretText(credential)) return
  const hashes = keyring.signatures('credential', credential)
  ahead.begin(workbookAhead(workbookId), findWorkbookForHolder(db, workbookId, hashes))
}
