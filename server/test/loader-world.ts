import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BookType, utils, type WorkSheet, write } from '@e965/xlsx'
import { createLoad, type LoadOptions, type OpenLoad } from '../src/engine/loader/create-load.ts'
import { type Loader, SOURCE_FILE, type StagedTable } from '../src/engine/loader/load-request.ts'
import { testSandbox } from '../src/engine/sandbox/self-test.ts'
import { createLog } from '../src/platform/log.ts'

export type Staged = { table: StagedTable; rows: readonly (readonly (string | null)[])[] }

/** Loaders for tests, in the sandbox where it holds. */
export class LoaderWorld {
  readonly folder: string
  readonly #isSandboxed: boolean
  readonly #loading: OpenLoad

  private constructor(folder: string, isSandboxed: boolean) {
    this.folder = folder
    this.#isSandboxed = isSandboxed
    this.#loading = this.newLoad()
  }

  static async open(): Promise<LoaderWorld> {
    const { holds } = await testSandbox()
    return new LoaderWorld(await mkdtemp(join(tmpdir(), 'bindery-loader-')), holds)
  }

  async close() {
    await this.#loading.close()
    await rm(this.folder, { recursive: true })
  }

  newLoad(options: Partial<LoadOptions> = {}): OpenLoad {
    const isSandboxed = async () => this.#isSandboxed
    return createLoad({
      accountShare: 100,
      cacheFolder: this.folder,
      isSandboxed,
      log: createLog('silent'),
      ...options,
    })
  }

  /** Lends a loader that has these bytes open. */
  opened<T>(
    bytes: Buffer,
    filename: string,
    work: (loader: Loader) => Promise<T>,
    { load } = this.#loading,
  ): Promise<T> {
    return load(
      (path) => writeFile(path, bytes),
      async (loader) => {
        await loader.ask({ kind: 'open', file: SOURCE_FILE, filename, hints: null })
        return work(loader)
      },
    )
  }

  /** The first sheet as it is. */
  staged(bytes: Buffer, filename = 'file.xlsx'): Promise<Staged> {
    return this.opened(bytes, filename, async (loader) => {
      const [table] = await loader.ask({ kind: 'stage-sheets' })
      if (!table) throw new Error('the file has no table')
      return { table, rows: await loader.ask({ kind: 'first-rows', table: 0, limit: 1_000_000 }) }
    })
  }
}

type Made = { bookType?: BookType; change?: (sheet: WorkSheet) => void }

/** A workbook of one sheet, written by SheetJS. */
export function workbook(rows: readonly unknown[][], { bookType = 'xlsx', change }: Made = {}): Buffer {
  const sheet = utils.aoa_to_sheet([...rows], { UTC: true })
  change?.(sheet)
  const book = utils.book_new()
  utils.book_append_sheet(book, sheet, 'Sheet1')
  return write(book, { type: 'buffer', bookType: bookType === 'xls' ? 'biff8' : bookType })
}

/** A workbook of several sheets. */
export function workbookOf(sheets: Readonly<Record<string, readonly (readonly unknown[])[]>>): Buffer {
  const book = utils.book_new()
  for (const [name, rows] of Object.entries(sheets))
    utils.book_append_sheet(
      book,
      utils.aoa_to_sheet(
        rows.map((row) => [...row]),
        { UTC: true },
      ),
      name,
    )
  return write(book, { type: 'buffer', bookType: 'xlsx' })
}
