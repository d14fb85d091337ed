import type { Readable } from 'node:stream'
import { boundedBytes, leaveBytes } from '../../platform/blobs/bounded-bytes.ts'
import type { Context } from '../../platform/context.ts'
import { ServiceError } from '../../platform/errors.ts'
import type { CloudContent, CloudFile, CloudPage, CloudProvider, CloudQuestion } from './cloud-file.ts'
import { cloudFileTooLarge, driveFailed, fileKeepsChanging } from './cloud-files.errors.ts'
import { type OpenedDrive, openDrive } from './open-drive.ts'

/** Files of the caller's drive that can be imported, and folders to look into. */
export async function listCloudFiles(
  ctx: Context,
  provider: CloudProvider,
  question: CloudQuestion,
): Promise<CloudPage> {
  const { drive, ask } = await openDrive(ctx, provider)
  return drive.list(ask, question)
}

const ATTEMPTS = 3
const TIMEOUT_MS = 60_000

/** Bytes on their way from a drive, and what the file is called there. */
type ArrivingCloudFile = { bytes: Readable; filename: string; contentType: string }

type TakeCloudFile<T> = (arriving: ArrivingCloudFile, file: CloudFile) => Promise<T>

/** What a drive says of a file, without its bytes. */
export async function findCloudFile(ctx: Context, provider: CloudProvider, id: string): Promise<CloudFile> {
  const { drive, ask } = await openDrive(ctx, provider)
  return drive.find(ask, id)
}

/** Hands over the bytes of a file on the caller's drive. One that is another afterwards was changed meanwhile, and is read again. */
export async function readCloudFile<T>(
  ctx: Context,
  provider: CloudProvider,
  id: string,
  take: TakeCloudFile<T>,
): Promise<T> {
  const opened = await openDrive(ctx, provider)
  let file = await opened.drive.find(opened.ask, id)
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const taken = await take(await arriving(ctx, opened, file), file)
    const after = await opened.drive.find(opened.ask, id)
    if (after.version === file.version) return taken
    file = after
  }
  throw fileKeepsChanging(file.name)
}

async function arriving(ctx: Context, { drive, ask, open }: OpenedDrive, file: CloudFile): Promise<ArrivingCloudFile> {
  const maxBytes = ctx.settings.files.uploadBytes
  if (file.isFolder) throw driveFailed()
  if ((file.sizeBytes ?? 0) > maxBytes) throw cloudFileTooLarge(maxBytes)
  const content = await drive.locate(ask, file)
  const { body, headers } = await (content.isOpen ? fetchOpenly(ctx, content) : open(content.url))
  const tooLarge = () => cloudFileTooLarge(maxBytes)
  return {
    bytes: boundedBytes(body, maxBytes, { tooLarge, brokenOff: driveFailed }),
    filename: content.filename,
    contentType: String(headers['content-type'] ?? file.mimeType ?? 'application/octet-stream'),
  }
}

/** The address itself opens the file: no token goes there. */
async function fetchOpenly({ outgoing }: Context, { url }: CloudContent) {
  try {
    const headers = { 'accept-encoding': 'identity' }
    const answer = await outgoing.request({ url, method: 'GET', headers, timeoutMs: TIMEOUT_MS })
    if (answer.statusCode === 200) return answer
    leaveBytes(answer.body)
  } catch (error) {
    if (error instanceof ServiceError) throw error
  }
  throw driveFailed()
}
