import { chmodSync, mkdtempSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ParseSpec } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import { openLoad } from '../../server/src/engine/loader/create-load.ts'
import {
  type Loader,
  SOURCE_FILE,
  type StagedTable,
  type StageOptions,
} from '../../server/src/engine/loader/load-request.ts'
import { createLog } from '../../server/src/platform/log.ts'
import { pythonSettings } from '../../server/test/python-runtime.ts'

/** A table as the loader of the service stages it, with the canonical texts of its rows. */
export type StagedRows = { table: StagedTable; rows: readonly (readonly (string | null)[])[] }

/** Lends a loader that has a file open, as it is lent for an upload. */
export type ReadByLoader = <T>(file: FileToRead, work: (loader: Loader) => Promise<T>) => Promise<T>

export type FileToRead = { bytes: Uint8Array; name: string }

/** Runs `work` with the loaders of a node: its sandbox, its deadlines and its calculator, without the rest of the service. */
export async function withLoaders<T>(work: (read: ReadByLoader) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-loaders-'))
  // The user that sandboxed loaders run as must pass.
  chmodSync(folder, 0o711)
  const { load, close } = openLoad(
    { sandbox: 'auto', host: '127.0.0.1', cacheFolder: folder, accountShare: 100, ...pythonSettings() },
    createLog('error'),
  )
  const read: ReadByLoader = ({ bytes, name }, use) =>
    load(
      (path) => writeFile(path, bytes),
      async (loader) => {
        await loader.ask({ kind: 'open', file: SOURCE_FILE, filename: name, hints: null })
        return use(loader)
      },
    )
  try {
    return await work(read)
  } finally {
    await close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** How the service proposes to read the file that a loader has open. */
export const analyzeFile = (loader: Loader, sourceName: string): Promise<ParseSpec> =>
  loader.ask({ kind: 'analyze', sourceName, sha256: '', language: null })

const MOST_ROWS = 1_000_000

/** The tables that a spec makes of the file that a loader has open. */
export async function stageTables(
  loader: Loader,
  spec: ParseSpec,
  types: NonNullable<StageOptions['types']> = {},
): Promise<StagedRows[]> {
  const tables = await loader.ask({ kind: 'stage-spec', spec, rows: null, types })
  const staged: StagedRows[] = []
  for (const [n, table] of tables.entries())
    staged.push({ table, rows: await loader.ask({ kind: 'first-rows', table: n, limit: MOST_ROWS }) })
  return staged
}
