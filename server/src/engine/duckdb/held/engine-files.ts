import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { newId } from '../../../platform/ids.ts'
import { shareWithSandbox } from '../../sandbox/sandbox-user.ts'
import type { SegmentCache } from '../../storage/object-cache.ts'
import type { StoredSegment } from '../../storage/segment.ts'
import type { EngineProcess, LendBuilder } from '../engine-process-handle.ts'
import { bringTo } from './bring-to.ts'
import type { Shown } from './column-mask.ts'
import { Projections } from './projections.ts'

const UUID_CHARACTERS = 36

export type EngineFilesOptions = {
  cache: SegmentCache
  lend: LendBuilder
  /** Where projections are kept, and how many bytes of them. */
  folder: string
  budgetBytes: number
}

/** What of segments an engine may hold. */
export type Placement = Shown & {
  segments: readonly StoredSegment[]
  /** How many column ids the table has ever given. */
  columnIdsGiven: number
}

/** Puts segments into the input folder of engines: as they are, or without what may not be seen. */
export class EngineFiles {
  readonly #cache: SegmentCache
  readonly #projections: Projections

  constructor({ cache, lend, folder, budgetBytes }: EngineFilesOptions) {
    this.#cache = cache
    const placeWhole = (builder: EngineProcess, segment: StoredSegment) => this.#placeWhole(builder, segment)
    this.#projections = new Projections({ folder, budgetBytes, lend, placeWhole })
  }

  /** Names of the files in the input folder, in the order of the segments. */
  place(engine: EngineProcess, placement: Placement): Promise<string[]> {
    return bringTo(engine, () => this.#place(engine, placement))
  }

  async #place(
    engine: EngineProcess,
    { segments, columns, maskedColumns, columnIdsGiven }: Placement,
  ): Promise<string[]> {
    // A table whose every column may be seen, dropped ones too, has nothing to take out.
    const isWhole = columns.length === columnIdsGiven && maskedColumns.length === 0
    const suffix = isWhole ? '' : `-${hashOf({ columns, maskedColumns })}`
    const named = segments.map((segment) => ({ segment, name: `${segment.segmentId}${suffix}.parquet` }))
    const missing = named.filter(({ name }) => !existsSync(join(engine.folders.input, name)))
    const { input } = engine.folders
    if (isWhole) for (const { segment, name } of missing) await this.#link(segment, join(input, name))
    else await this.#projections.link(missing, { columns, maskedColumns }, input)
    return named.map(({ name }) => name)
  }

  /** For a builder, which sees everything: names of the files in its input folder, in the order of the segments. */
  placeWhole(builder: EngineProcess, segments: readonly StoredSegment[]): Promise<string[]> {
    return bringTo(builder, async () => {
      const names: string[] = []
      for (const segment of segments) names.push(await this.#placeWhole(builder, segment))
      return names
    })
  }

  /** After a file could not be read: what is made from these segments is made again. */
  async discardDamaged(segments: readonly StoredSegment[]) {
    await this.#projections.discard(segments.map(({ segmentId }) => segmentId))
    await this.#cache.discardDamaged(segments)
  }

  /** Throws away what this node has of these objects, segments or not. */
  async discard(objectNames: readonly string[]) {
    const lastParts = objectNames.map((name) => name.slice(name.lastIndexOf('/') + 1))
    await this.#projections.discard(lastParts.map((part) => part.slice(0, UUID_CHARACTERS)))
    await this.#cache.discard(objectNames)
  }

  async #placeWhole(builder: EngineProcess, segment: StoredSegment): Promise<string> {
    const name = `${newId()}.parquet`
    await this.#link(segment, join(builder.folders.input, name))
    return name
  }

  async #link(segment: StoredSegment, to: string) {
    await this.#cache.link(segment, to)
    shareWithSandbox(to, 'read')
  }
}

function hashOf({ columns, maskedColumns }: Shown): string {
  const ids = columns.map(({ id }) => id).sort((a, b) => a - b)
  const styles = maskedColumns.map(({ id, style }) => `${id}=${style}`).sort()
  return createHash('sha256')
    .update([...ids, ...styles].join(','))
    .digest('hex')
    .slice(0, 16)
}
