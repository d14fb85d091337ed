import { constants } from 'node:fs'
import { copyFile, mkdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { assertState } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { Log } from '../../../platform/log.ts'
import type { Db } from '../../../platform/postgres.ts'
import { shareWithSandbox } from '../../sandbox/sandbox-user.ts'
import { planContent } from '../../table/content.ts'
import type { EngineProcess, LendBuilder } from '../engine-process-handle.ts'
import { bringTo } from './bring-to.ts'
import { type ColumnMask, maskName, rowChanges, throughMask } from './column-mask.ts'
import type { EngineFiles } from './engine-files.ts'
import { type HeldContent, heldContent } from './held-content.ts'

/** A table as DuckDB keeps it, as its readers may see it. */
export type NativeFile = { content: HeldContent; path: string; bytes: number }

export type NativeTable = { workbookId: string; tableId: string; mask: ColumnMask | undefined }

export type NativeFilesOptions = {
  db: Db
  log: Log
  files: EngineFiles
  lend: LendBuilder
  folder: string
  budgetBytes: number
}

const BUILD_MS = 15 * 60_000
/** What could not be built is not tried again at once. */
const REST_MS = 5 * 60_000

/** Large tables of this node as native files: built once, copied for each engine, the newest of each kept. */
export class NativeFiles {
  readonly #options: NativeFilesOptions
  /** Least recently used first. */
  readonly #built = new Map<string, NativeFile>()
  readonly #building = new Set<string>()
  /** How often the files of a table were thrown away: what was being built then is thrown away too. */
  readonly #discards = new Map<string, number>()

  constructor(options: NativeFilesOptions) {
    this.#options = options
  }

  find(table: NativeTable): NativeFile | undefined {
    return this.#built.get(keyOf(table))
  }

  /** Builds the table as it is at a version, in the background, unless one is being built. */
  want(table: NativeTable, version: number) {
    const key = keyOf(table)
    if (this.#building.has(key)) return
    this.#building.add(key)
    const rest = () => setTimeout(() => this.#building.delete(key), REST_MS).unref()
    this.#build(table, version).then(
      () => this.#building.delete(key),
      (error: unknown) => {
        this.#options.log.error({ err: error, table: table.tableId }, 'a native file could not be built')
        rest()
      },
    )
  }

  /** Gives an engine a copy that it may change; its name in the engine's own folder, or undefined when it is gone. */
  async copy(table: NativeTable, native: NativeFile, engine: EngineProcess): Promise<string | undefined> {
    const key = keyOf(table)
    if (this.#built.get(key) !== native) return undefined
    this.#built.delete(key)
    this.#built.set(key, native)
    const name = `${newId()}.duckdb`
    const to = join(engine.folders.own, name)
    await bringTo(engine, () => copyFile(native.path, to, constants.COPYFILE_FICLONE))
    shareWithSandbox(to, 'write')
    return name
  }

  /** Throws the files of a table away, for every engine. */
  async discard(tableId: string) {
    this.#discards.set(tableId, (this.#discards.get(tableId) ?? 0) + 1)
    for (const [key, { path }] of [...this.#built]) {
      if (!key.startsWith(`${tableId}/`)) continue
      this.#built.delete(key)
      await rm(path, { force: true })
    }
  }

  async #build(table: NativeTable, version: number) {
    const { db, files, lend, folder } = this.#options
    const { workbookId, tableId, mask } = table
    const discards = this.#discards.get(tableId)
    const plan = await planContent(db, workbookId, tableId, version)
    assertState(plan, `version ${version} of table ${tableId} is there`)
    const shown = throughMask(plan.columns, mask)
    const name = `${newId()}.duckdb`
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const path = join(folder, name)
    await lend(async (builder) => {
      const load = {
        key: 'built',
        form: 'native' as const,
        version,
        rowCount: plan.rowCount,
        columns: shown.columns,
        files: await files.placeWhole(builder, plan.segments),
        edits: rowChanges(plan.laid, shown),
      }
      await builder.ask({ do: 'build-native', load, to: name, maskedColumns: shown.maskedColumns }, BUILD_MS)
      await rename(join(builder.folders.own, name), path)
    })
    if (this.#discards.get(tableId) !== discards) return rm(path, { force: true })
    await this.#keep(keyOf(table), { content: heldContent(plan, shown), path, bytes: (await stat(path)).size })
  }

  async #keep(key: string, native: NativeFile) {
    const before = this.#built.get(key)
    this.#built.delete(key)
    this.#built.set(key, native)
    if (before) await rm(before.path, { force: true })
    let total = [...this.#built.values()].reduce((sum, { bytes }) => sum + bytes, 0)
    for (const [old, { path, bytes }] of [...this.#built]) {
      if (total <= this.#options.budgetBytes || old === key) return
      this.#built.delete(old)
      total -= bytes
      await rm(path, { force: true })
    }
  }
}

const keyOf = ({ tableId, mask }: NativeTable) => `${tableId}/${maskName(mask)}`
