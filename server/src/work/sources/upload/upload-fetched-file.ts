import { openWorkbook } from '../../../core/workbooks/open-workbook.ts'
import { boundedBytes, leaveBytes } from '../../../platform/blobs/bounded-bytes.ts'
import type { Context } from '../../../platform/context.ts'
import { ServiceError } from '../../../platform/errors.ts'
import { urlRefused } from '../../../platform/outgoing/outgoing.errors.ts'
import type { OutgoingRequest } from '../../../platform/outgoing/outgoing.ts'
import type { FileProvider } from '../../cloud-files/cloud-file.ts'
import { readCloudFile } from '../../cloud-files/cloud-files.ts'
import { MOST_FILENAME_CHARACTERS, type StoredFile } from '../source.ts'
import { fetchFailed, fileTooLarge, otherBytes } from '../sources.errors.ts'
import { landFile } from './land-file.ts'
import { type NewUpload, type PreparedUpload, prepareUpload } from './upload-source.ts'

export type UrlUpload = Pick<NewUpload, 'workbookId' | 'mode' | 'structuring' | 'isAsync'> & {
  url: string
  filename: string | null
  sha256: string | null
}

/** Fetches the file for a caller who may upload one. Nothing names it yet. */
export async function prepareUrlUpload(ctx: Context, asked: UrlUpload): Promise<PreparedUpload> {
  const { url, filename, sha256, ...wanted } = asked
  await openWorkbook(ctx, wanted.workbookId, 'editor')
  const file = await fetchFile(ctx, { workbookId: wanted.workbookId, url, filename: filename ?? filenameIn(url) })
  if (sha256 !== null && sha256 !== file.sha256) throw otherBytes('sha256')
  const upload = { ...wanted, file, provenance: { kind: 'url', provider: null, ref: withoutSecrets(url) } } as const
  return prepareUpload(ctx, upload)
}

/** What stands last in its path. What is no address is refused when it is asked for. */
function filenameIn(url: string): string {
  if (!URL.canParse(url)) return 'download'
  const last = new URL(url).pathname.split('/').at(-1) ?? ''
  const name = decoded(last).slice(0, MOST_FILENAME_CHARACTERS)
  return name === '' || /^__svc_/i.test(name) ? 'download' : name
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // A percent sign that means itself.
    return text
  }
}

/** What follows the path is often a signature that opens the file to anyone who has it: readers of the source do not need it. */
function withoutSecrets(url: string): string {
  const { origin, pathname } = new URL(url)
  return `${origin}${pathname}`
}

/** For connecting, asking and all of the answer. */
const TOTAL_MS = 60_000

type Fetched = { workbookId: string; url: string; filename: string; headers?: OutgoingRequest['headers'] }

/** Fetches a file from an address that a caller named, and stores it while it arrives. Redirects are not followed. */
async function fetchFile(ctx: Context, { workbookId, url, filename, headers = {} }: Fetched): Promise<StoredFile> {
  const maxBytes = ctx.settings.files.uploadBytes
  const { statusCode, headers: answered, body } = await ask(ctx, url, headers)
  const length = Number(answered['content-length'] ?? 0)
  const problem = problemOf(statusCode, String(answered['content-encoding'] ?? 'identity'))
  if (problem || length > maxBytes) {
    leaveBytes(body)
    throw problem ?? fileTooLarge(maxBytes)
  }
  const bytes = boundedBytes(body, maxBytes, { tooLarge: () => fileTooLarge(maxBytes), brokenOff: fetchFailed })
  const contentType = String(answered['content-type'] ?? 'application/octet-stream')
  return landFile(ctx, workbookId, { bytes, filename, contentType })
}

/** All failures on the way are one error: it does not show which ports are open. */
async function ask({ outgoing }: Context, url: string, headers: OutgoingRequest['headers']) {
  try {
    const asking = { 'user-agent': 'svc-fetch/1', 'accept-encoding': 'identity', ...headers }
    return await outgoing.request({ url, method: 'GET', headers: asking, timeoutMs: TOTAL_MS })
  } catch (error) {
    throw error instanceof ServiceError ? error : fetchFailed()
  }
}

function problemOf(status: number, encoding: string): ServiceError | null {
  if (status >= 300 && status < 400) return urlRefused('redirect')
  // What was packed nevertheless could unpack to anything.
  return status === 200 && encoding === 'identity' ? null : fetchFailed()
}

type DriveUpload = { workbookId: string; provider: FileProvider; fileId: string; filename: string }

/** Fetches a file of the caller's drive. Nothing names it yet. */
export async function prepareDriveUpload(ctx: Context, asked: DriveUpload): Promise<PreparedUpload> {
  const { workbookId, provider, fileId, filename } = asked
  await openWorkbook(ctx, workbookId, 'editor')
  const file = await readCloudFile(ctx, provider, fileId, (arriving) =>
    landFile(ctx, workbookId, { ...arriving, filename }),
  )
  const provenance = { kind: 'cloud', provider, ref: fileId } as const
  const upload = { workbookId, file, mode: 'auto', structuring: 'auto', isAsync: false, provenance } as const
  return prepareUpload(ctx, upload)
}
