import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, link, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { assertState } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { shareWithSandbox } from '../sandbox/sandbox-user.ts'
import type { StoredSegment } from '../segment.ts'
import type { SegmentCache } from '../segment-cache.ts'
import type { EngineProcess } from './engine-process-handle.ts'
import type { Shown } from './veil.ts'

const PROJECT_MS = 120_000
const UUID_CHARACTERS = 36

/** Lends a process that sees full data, runs no SQL of a user, and ends with the work. */
export type LendBuilder = <T>(work: (builder: EngineProcess) => Promise<T>) => Promise<T>

/** What of segments an engine may hold. */
export type Placement = Shown & {
  segments: readonly StoredSegment[]
  /** How many column ids the table has ever given. */
  columnIdsGiven: number
}

type NamedSegment = { segment: StoredSegment; name: string }

/** Puts segments into the input folder of engines: as they are, or without what may not be seen. */
export class EngineFiles {
  readonly #cache: SegmentCache
  readonly #folder: string
  readonly #lend: LendBuilder
  readonly #projections = new Map<string, Promise<string>>()

  constructor(cache: SegmentCache, folder: string, lend: LendBuilder) {
    this.#cache = cache
    this.#folder = folder
    this.#lend = lend
  }

  /** Names of the files in the input folder, in the order of the segments. */
  async place(engine: EngineProcess, { segments, columns, covers, columnIdsGiven }: Placement): Promise<string[]> {
    // A table whose every column may be seen, dropped ones too, has nothing to take out.
    const isWhole = columns.length === columnIdsGiven && covers.length === 0
    const suffix = isWhole ? '' : `-${hashOf({ columns, covers })}`
    const named = segments.map((segment) => ({ segment, name: `${segment.segmentId}${suffix}.parquet` }))
    const missing = named.filter(({ name }) => !existsSync(join(engine.folders.input, name)))
    if (!isWhole) this.#beginProjections(missing, { columns, covers })
    for (const { segment, name } of missing) {
      const to = join(engine.folders.input, name)
      await (isWhole ? this.#link(segment, to) : this.#linkProjection(name, to))
    }
    return named.map(({ name }) => name)
  }

  /** For a builder, which sees everything: names of the files in its input folder, in the order of the segments. */
  async placeWhole(builder: EngineProcess, segments: readonly StoredSegment[]): Promise<string[]> {
    const names: string[] = []
    for (const segment of segments) {
      const name = `${newId()}.parquet`
      await this.#link(segment, join(builder.folders.input, name))
      names.push(name)
    }
    return names
  }

  /** After a file could not be read: what is made from these segments is made again. */
  async discardDamaged(segments: readonly StoredSegment[]) {
    await this.#discardProjections(segments.map(({ segmentId }) => segmentId))
    await this.#cache.discardDamaged(segments)
  }

  /** Throws away what this node has of these objects, segments or not. */
  async discard(objectNames: readonly string[]) {
    const lastParts = objectNames.map((name) => name.slice(name.lastIndexOf('/') + 1))
    await this.#discardProjections(lastParts.map((part) => part.slice(0, UUID_CHARACTERS)))
    await this.#cache.discard(objectNames)
  }

  async #discardProjections(segmentIds: readonly string[]) {
    const ids = new Set(segmentIds)
    for (const name of [...this.#projections.keys()]) {
      if (!ids.has(name.slice(0, UUID_CHARACTERS))) continue
      const running = this.#projections.get(name)
      this.#projections.delete(name)
      await running?.catch(() => undefined)
      await rm(join(this.#folder, name), { force: true })
    }
  }

  async #link(segment: StoredSegment, to: string) {
    await this.#cache.link(segment, to)
    shareWithSandbox(to, 'read')
  }

  async #linkProjection(name: string, to: string) {
    const from = await this.#projections.get(name)
    assertState(from !== undefined, `projection ${name} was begun`)
    await link(from, to)
    shareWithSandbox(to, 'read')
  }

  /** All by one builder: to start a process takes longer than to project a segment. */
  #beginProjections(named: readonly NamedSegment[], shown: Shown) {
    const unmade = named.filter(({ name }) => !this.#projections.has(name))
    if (unmade.length === 0) return
    const made = this.#lend(async (builder) => {
      for (const { segment, name } of unmade) await this.#project(builder, segment, shown, name)
    })
    for (const { name } of unmade) {
      const path = made.then(() => join(this.#folder, name))
      this.#projections.set(name, path)
      path.catch(() => this.#projections.delete(name))
    }
  }

  async #project(builder: EngineProcess, segment: StoredSegment, shown: Shown, name: string) {
    const [from = ''] = await this.placeWhole(builder, [segment])
    await builder.ask({ do: 'project', from, to: name, ...shown }, PROJECT_MS)
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    // A copy: the builder still holds what lies in its own folder.
    const unfinished = join(this.#folder, `${newId()}.part`)
    await copyFile(join(builder.folders.own, name), unfinished)
    await rm(join(builder.folders.own, name))
    await rename(unfinished, join(this.#folder, name))
  }
}

function hashOf({ columns, covers }: Shown): string {
  const ids = columns.map(({ id }) => id).sort((a, b) => a - b)
  const styles = covers.map(({ id, style }) => `${id}=${style}`).sort()
  return createHash('sha256')
    .update([...ids, ...styles].join(','))
    .digest('hex')
    .slice(0, 16)
}
