import { boundedBytes, leaveBytes } from '../../platform/bounded-bytes.ts'
import type { Context } from '../../platform/context.ts'
import { ServiceError } from '../../platform/errors.ts'
import { urlRefused } from '../../platform/outgoing.errors.ts'
import type { OutgoingRequest } from '../../platform/outgoing.ts'
import { landFile } from './land-file.ts'
import type { StoredFile } from './source.ts'
import { fetchFailed, fileTooLarge } from './sources.errors.ts'

/** For connecting, asking and all of the answer. */
const TOTAL_MS = 60_000

export type Fetched = { workbookId: string; url: string; filename: string; headers?: OutgoingRequest['headers'] }

/** Fetches a file from an address that somebody has named, and stores it while it arrives. Redirects are not followed. */
export async function fetchFile(
  ctx: Context,
  { workbookId, url, filename, headers = {} }: Fetched,
): Promise<StoredFile> {
  const maxBytes = ctx.settings.files.uploadBytes
  const { statusCode, headers: told, body } = await ask(ctx, url, headers)
  const length = Number(told['content-length'] ?? 0)
  const problem = problemOf(statusCode, String(told['content-encoding'] ?? 'identity'))
  if (problem || length > maxBytes) {
    leaveBytes(body)
    throw problem ?? fileTooLarge(maxBytes)
  }
  const bytes = boundedBytes(body, maxBytes, { tooLarge: () => fileTooLarge(maxBytes), brokenOff: fetchFailed })
  const contentType = String(told['content-type'] ?? 'application/octet-stream')
  return landFile(ctx, workbookId, { bytes, filename, contentType })
}

/** Whatever goes wrong on the way is told in one word: nobody learns from it which ports are open. */
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
