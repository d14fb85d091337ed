import type { Api } from './api.ts'
import { blobOf, type FileInput, filenameOf } from './file-input.ts'
import type { Operations, Uploaded } from './generated/types.ts'
import type { CallOptions } from './send.ts'
import { waitForJob } from './wait-for-job.ts'

/** From here on a file goes to a slot: it may be as large as 1 GB there, and is read in the background. */
const SLOT_FROM_BYTES = 50 * 1024 * 1024

type SourceOptions = Omit<NonNullable<Operations['uploadSource']['body']>, 'file' | 'files' | 'async'>

export type UploadOptions = CallOptions &
  SourceOptions & {
    /** Read it in the background, and wait for that; larger files always are. */
    async?: boolean | undefined
    /** Files from this size on go to a slot; 50 MB when left out. */
    slotFromBytes?: number | undefined
  }

/** Sends a file and tells what became of it, once its tables are there. */
export async function uploadFile(api: Api, workbookId: string, file: FileInput, options: UploadOptions = {}) {
  const { slotFromBytes = SLOT_FROM_BYTES, mode, structuring, async: isAsync, ...call } = options
  const wishes = { mode, structuring, async: isAsync }
  const answer =
    blobOf(file).size >= slotFromBytes
      ? await uploadToSlot(api, workbookId, file, { ...wishes, async: mode !== 'staged' }, call)
      : await api.uploadSource({ workbook_id: workbookId, body: { file, ...wishes }, ...call })
  if (!answer.job_id) return answer
  const job = await waitForJob(api, answer.job_id, { signal: call.signal })
  // Safe: the result of such a job is what the upload would have answered at once.
  return job.result as Uploaded
}

/** Sends several files at once, or a zip file of them, and tells what became of each, once all are read. */
export async function uploadFiles(
  api: Api,
  workbookId: string,
  files: readonly FileInput[],
  { mode, structuring, ...call }: Omit<UploadOptions, 'async' | 'slotFromBytes'> = {},
): Promise<NonNullable<Uploaded['files']>> {
  const body = { files: [...files], mode, structuring }
  const answer = await api.uploadSource({ workbook_id: workbookId, body, ...call })
  if (!answer.job_id) return answer.files ?? []
  const job = await waitForJob(api, answer.job_id, { signal: call.signal })
  // Safe: the result of such a job is what became of the files.
  return (job.result as Uploaded).files ?? []
}

async function uploadToSlot(
  api: Api,
  workbookId: string,
  file: FileInput,
  wishes: SourceOptions & { async: boolean },
  call: CallOptions,
) {
  const { signal, headers } = call
  const slot = await api.createUpload({
    workbook_id: workbookId,
    body: { filename: filenameOf(file), size_bytes: blobOf(file).size, ...wishes },
    signal,
    headers,
  })
  const address = new URL(slot.upload_url ?? '').searchParams
  await api.putUpload({
    upload_id: slot.upload_id,
    expires: Number(address.get('expires')),
    sig: address.get('sig') ?? '',
    body: file,
    ...call,
  })
  return api.ingestUpload({ upload_id: slot.upload_id, ...call, onProgress: undefined })
}
