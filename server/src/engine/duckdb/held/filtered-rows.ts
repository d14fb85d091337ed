import { copyFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { assertState } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { shareWithSandbox } from '../../sandbox/sandbox-user.ts'
import type { ContentPlan } from '../../table/content.ts'
import { conditionOn, type RowFilter } from '../../table/row-filter.ts'
import type { EngineProcess, LendBuilder } from '../engine-process-handle.ts'
import { rowChanges, type Shown, throughMask } from './column-mask.ts'
import type { EngineFiles } from './engine-files.ts'

const FILTER_MS = 120_000

/** Makes copies of tables for engines whose readers see some rows only: without the others, and without what else is hidden. */
export class FilteredRows {
  readonly #files: EngineFiles
  readonly #lend: LendBuilder
  /** Copies so far. */
  made = 0

  constructor(files: EngineFiles, lend: LendBuilder) {
    this.#files = files
    this.#lend = lend
  }

  /** Names of files in the engine's input folder, and how many rows they hold. The process that makes them sees everything, and ends. */
  async place(
    engine: EngineProcess,
    plan: ContentPlan,
    shown: Shown,
    filter: RowFilter,
  ): Promise<{ files: string[]; rowCount: number; bytes: number }> {
    const where = conditionOn(plan.columns, filter)
    if (!where) return { files: [], rowCount: 0, bytes: 0 }
    this.made += 1
    const name = `${newId()}.parquet`
    const to = join(engine.folders.input, name)
    const rowCount = await this.#lend(async (builder) => {
      const whole = throughMask(plan.columns, undefined)
      const load = {
        key: 'whole',
        form: 'overlay' as const,
        version: plan.version,
        rowCount: plan.rowCount,
        columns: whole.columns,
        files: await this.#files.placeWhole(builder, plan.segments),
        edits: rowChanges(plan.laid, whole),
      }
      const { count } = await builder.ask({ do: 'filter', load, where, ...shown, to: name }, FILTER_MS)
      assertState(typeof count === 'number', 'a process that filtered rows says how many')
      await copyFile(join(builder.folders.own, name), to)
      return count
    })
    shareWithSandbox(to, 'read')
    return { files: [name], rowCount, bytes: (await stat(to)).size }
  }
}
