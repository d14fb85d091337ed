import type { Readable } from 'node:stream'
import type { Context } from '../../platform/context.ts'
import { assertState } from '../../platform/errors.ts'
import { openRawSource, type SourcePlace } from './open-source.ts'
import { type Source, sourceObjectName } from './source.ts'
import { fileErased } from './sources.errors.ts'

/** The bytes as they came. */
export async function downloadSource(ctx: Context, place: SourcePlace): Promise<{ source: Source; bytes: Readable }> {
  const source = await openRawSource(ctx, place, 'viewer')
  if (source.erasedAt) throw fileErased(source.filename)
  const bytes = await ctx.blobs.get(sourceObjectName(source.workbookId, source.objectId))
  assertState(bytes, `the bytes of source ${source.sourceId} are not in the store`)
  return { source, bytes }
}
