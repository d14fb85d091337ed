import type { Readable } from 'node:stream'
import type { Context } from '../../platform/context.ts'
import { assertState } from '../../platform/errors.ts'
import { openRawSource, type SourcePlace } from './open-source.ts'
import { type Source, type StoredFile, sourceObjectName } from './source.ts'
import { fileErased } from './sources.errors.ts'

/** The bytes as they came. */
export async function downloadSource(ctx: Context, place: SourcePlace): Promise<{ source: Source; bytes: Readable }> {
  const source = await openRawSource(ctx, place, 'viewer')
  return { source, bytes: await bytesOfFile(ctx, source.workbookId, source) }
}

/** The same for a caller who has opened what holds the file. */
export async function bytesOfFile(
  { blobs }: Pick<Context, 'blobs'>,
  workbookId: string,
  { objectId, filename, erasedAt }: StoredFile,
): Promise<Readable> {
  if (erasedAt) throw fileErased(filename)
  const bytes = await blobs.get(sourceObjectName(workbookId, objectId))
  assertState(bytes, `the bytes of object ${objectId} are not in the store`)
  return bytes
}
