import type { Context } from '../../platform/context.ts'
import { assertState } from '../../platform/errors.ts'
import { invalidField } from '../artifacts/artifacts.errors.ts'
import { openWorkbook } from '../workbooks/open-workbook.ts'
import { commitState } from './commit-state.ts'
import { USUAL_EVENT_TYPE, type Version } from './snapshot.ts'
import { findVersion } from './snapshots.store.ts'

export const MOST_LABEL_CHARACTERS = 120

export type NewVersion = { label: string; summary: string | null }

/** Gives the workbook as it stands a name, and freezes it first if that was not done yet. */
export async function commitVersion(ctx: Context, workbookId: string, asked: NewVersion): Promise<Version> {
  await openWorkbook(ctx, workbookId, 'editor')
  const label = composedLabel(asked.label)
  await commitState(ctx, workbookId, { label, summary: asked.summary, eventType: USUAL_EVENT_TYPE })
  const version = await findVersion(ctx.db, workbookId, label)
  assertState(version, 'a version that was just committed')
  return version
}

/** One spelling per label: NFC. Composed it may be longer than it was sent. */
function composedLabel(sent: string): string {
  const label = sent.normalize('NFC')
  if ([...label].length > MOST_LABEL_CHARACTERS)
    throw invalidField(['body', 'label'], 'maxLength', `must NOT have more than ${MOST_LABEL_CHARACTERS} characters`)
  return label
}
