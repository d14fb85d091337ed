import type { Readable } from 'node:stream'
import type { Context } from '../../platform/context.ts'
import { bytesOfFile } from '../sources/download-source.ts'
import type { StoredFile } from '../sources/source.ts'
import type { LinkPlace } from './file-link.ts'
import { fileOfVersion, openRawLink } from './open-file-link.ts'

/** The bytes of a version as they came. */
export async function downloadVersion(
  ctx: Context,
  place: LinkPlace,
  n: number,
): Promise<{ file: StoredFile; bytes: Readable }> {
  const link = await openRawLink(ctx, place, 'viewer')
  const file = await fileOfVersion(ctx, link, n)
  return { file, bytes: await bytesOfFile(ctx, link.workbookId, file) }
}
