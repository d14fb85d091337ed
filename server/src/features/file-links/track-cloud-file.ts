import type { Context } from '../../platform/context.ts'
import type { FileProvider } from '../cloud-files/cloud-file.ts'
import { readCloudFile } from '../cloud-files/read-cloud-file.ts'
import { landFile } from '../sources/land-file.ts'
import { openWorkbook } from '../workbooks/open-workbook.ts'
import type { ExistingRule } from './file-link.ts'
import { alreadyTracked } from './file-links.errors.ts'
import { findTracking } from './file-links.store.ts'
import { modifiedBy } from './sync-file-link.ts'
import { type PreparedTracking, prepareTracking, type Tracking } from './track-file.ts'

export type CloudTracking = {
  workbookId: string
  provider: FileProvider
  fileId: string
  /** Null: as the drive calls it. */
  name: string | null
  onExisting: ExistingRule
}

/** Pulls the drive's copy and reads it as what it will be. Nothing names it yet. */
export async function prepareCloudTracking(
  ctx: Context,
  { workbookId, provider, fileId, name, onExisting }: CloudTracking,
): Promise<{ tracking: Tracking; prepared: PreparedTracking }> {
  await openWorkbook(ctx, workbookId, 'editor')
  const tracked = { kind: 'cloud', provider, externalId: fileId, origin: '' } as const
  const linkId = await findTracking(ctx.db, workbookId, { sourceId: null, ...tracked })
  if (linkId) throw alreadyTracked(linkId)
  const edition = await readCloudFile(ctx, provider, fileId, async (arriving, file) => ({
    file: await landFile(ctx, workbookId, { ...arriving, filename: name ?? arriving.filename }),
    ...modifiedBy(file),
  }))
  const tracking = { workbookId, name: edition.file.filename, edition, tracked, onExisting }
  return { tracking, prepared: await prepareTracking(ctx, tracking) }
}
