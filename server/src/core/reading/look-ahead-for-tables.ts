import { isSecretText } from '../../people/credentials/secret-text.ts'
import type { PublicContext } from '../../platform/context.ts'
import { artifactIdIn } from '../artifacts/artifact.ts'
import { takeAhead } from '../workbooks/open-workbook.ts'
import { findHeldAndSeen } from '../workbooks/workbooks.store.ts'
import { findRegistered, findRegisteredAhead } from './readable-tables.store.ts'

export const tableAhead = (workbookId: string, name: string) => `table ${workbookId} ${name}`

type TablePath = { workbook_id: string; name: string }

/** Begins to look for the holder of the credential, the workbook and the table, in one statement. */
export function lookAheadForTable({ ahead, db, keyring }: PublicContext, path: TablePath, credential: string) {
  const { workbook_id: workbookId, name } = path
  const asked = { workbookId, name, artifactId: artifactIdIn(name) }
  if (!ahead) return
  if (!isSecretText(credential)) {
    // A session reveals its user only once it is checked.
    ahead.begin(tableAhead(workbookId, name), findRegistered(db, workbookId, name, asked.artifactId))
    return
  }
  const finding = findRegisteredAhead(db, keyring.signatures('credential', credential), asked)
  takeAhead(ahead, workbookId, finding)
  ahead.begin(
    tableAhead(workbookId, name),
    finding.then((found) => found?.[2]),
  )
}

/** Begins to look for the holder of the credential and the workbook; its tables are known mostly. */
export function lookAheadForTables(
  { ahead, db, keyring }: PublicContext,
  { workbook_id: workbookId }: Pick<TablePath, 'workbook_id'>,
  credential: string,
) {
  if (!ahead || !isSecretText(credential)) return
  const finding = findHeldAndSeen(db, keyring.signatures('credential', credential), workbookId)
  takeAhead(
    ahead,
    workbookId,
    finding.then(([found]) => found),
  )
}
