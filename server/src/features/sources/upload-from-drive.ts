import type { Context } from '../../platform/context.ts'
import type { FileProvider } from '../cloud-files/cloud-file.ts'
import { readCloudFile } from '../cloud-files/read-cloud-file.ts'
import { openWorkbook } from '../workbooks/open-workbook.ts'
import { landFile } from './land-file.ts'
import type { PreparedFetch } from './upload-from-url.ts'
import { prepareUpload } from './upload-source.ts'

export type DriveUpload = { workbookId: string; provider: FileProvider; fileId: string; filename: string }

/** Fetches a file of the caller's drive. Nothing names it yet. */
export async function prepareDriveUpload(ctx: Context, asked: DriveUpload): Promise<PreparedFetch> {
  const { workbookId, provider, fileId, filename } = asked
  await openWorkbook(ctx, workbookId, 'editor')
  const file = await readCloudFile(ctx, provider, fileId, (arriving) =>
    landFile(ctx, workbookId, { ...arriving, filename }),
  )
  const provenance = { kind: 'cloud', provider, ref: fileId } as const
  const upload = { workbookId, file, mode: 'auto', structuring: 'auto', isAsync: false, provenance } as const
  return { upload, built: await prepareUpload(ctx, upload) }
}
