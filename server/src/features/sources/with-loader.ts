import { FileRefused } from '@bindery/spreadsheet/errors.ts'
import type { Platform } from '../../platform/context.ts'
import { assertState } from '../../platform/errors.ts'
import type { OpenedAnswer } from '../../tabular/loader/load-request.ts'
import { type Loader, SOURCE_FILE } from '../../tabular/loader/loader.ts'
import type { DialectHints } from './dialect-hints.ts'
import { type StoredFile, sourceObjectName } from './source.ts'
import { fileErased, fileRefused } from './sources.errors.ts'

/** Lends a loader that has a stored file open. What is wrong with the file is told as a problem. */
export async function withLoader<T>(
  { blobs, load }: Pick<Platform, 'blobs' | 'load'>,
  workbookId: string,
  { objectId, filename, erasedAt }: StoredFile,
  hints: DialectHints,
  work: (loader: Loader, opened: OpenedAnswer) => Promise<T>,
): Promise<T> {
  if (erasedAt) throw fileErased(filename)
  const lay = async (path: string) => {
    const isThere = await blobs.copyTo(sourceObjectName(workbookId, objectId), path)
    assertState(isThere, `the bytes of object ${objectId} are not in the store`)
  }
  try {
    return await load(lay, async (loader) => {
      return work(loader, await loader.ask({ kind: 'open', file: SOURCE_FILE, filename, hints }))
    })
  } catch (error) {
    throw error instanceof FileRefused ? fileRefused(error.problem, error.message) : error
  }
}
