import { dirname, join } from 'node:path'
import { FileRefused } from '@bindery-data/spreadsheet/errors.ts'
import { BESIDE_FILE, type Loader, type OpenedAnswer, SOURCE_FILE } from '../../engine/loader/load-request.ts'
import type { Context } from '../../platform/context.ts'
import { assertState } from '../../platform/errors.ts'
import type { DialectHints } from './parse-spec/dialect-hints.ts'
import { type StoredFile, sourceObjectName } from './source.ts'
import { fileErased, fileRefused } from './sources.errors.ts'

/** Lends a loader that has a stored file open, and maybe another one lying beside it. What is wrong with them becomes a problem. */
export async function withLoader<T>(
  { blobs, load, caller }: Pick<Context, 'blobs' | 'load' | 'caller'>,
  workbookId: string,
  file: StoredFile,
  hints: DialectHints,
  work: (loader: Loader, opened: OpenedAnswer) => Promise<T>,
  beside?: StoredFile,
): Promise<T> {
  for (const { filename, erasedAt } of beside ? [file, beside] : [file]) if (erasedAt) throw fileErased(filename)
  const copy = async ({ objectId }: StoredFile, path: string) => {
    const isThere = await blobs.copyTo(sourceObjectName(workbookId, objectId), path)
    assertState(isThere, `the bytes of object ${objectId} are not in the store`)
  }
  const lay = async (path: string) => {
    await copy(file, path)
    if (beside) await copy(beside, join(dirname(path), BESIDE_FILE))
  }
  try {
    return await load(
      lay,
      async (loader) => {
        return work(loader, await loader.ask({ kind: 'open', file: SOURCE_FILE, filename: file.filename, hints }))
      },
      caller.accountId,
    )
  } catch (error) {
    throw error instanceof FileRefused ? fileRefused(error.problem, error.message) : error
  }
}
