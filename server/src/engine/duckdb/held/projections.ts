import { existsSync } from 'node:fs'
import { copyFile, link, mkdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '../../../platform/ids.ts'
import { shareWithSandbox } from '../../sandbox/sandbox-user.ts'
import { KeptSizes } from '../../storage/kept-sizes.ts'
import type { StoredSegment } from '../../storage/segment.ts'
import { EngineFailed } from '../engine.errors.ts'
import type { EngineProcess, LendBuilder } from '../engine-process-handle.ts'
import type { Shown } from './column-mask.ts'

export type ProjectionsOptions = {
  folder: string
  budgetBytes: number
  lend: LendBuilder
  /** Puts a segment into a builder's input folder, as it is; its name there. */
  placeWhole: (builder: EngineProcess, segment: StoredSegment) => Promise<string>
}

/** A segment, and the name of what is made from it. */
export type NamedSegment = { segment: StoredSegment; name: string }

const PROJECT_MS = 120_000
const MOST_ATTEMPTS = 5
const UUID_CHARACTERS = 36

/** Segments without what some may not see: made once on this node, and thrown away when they have been used least. */
export class Projections {
  readonly #options: ProjectionsOptions
  /** Being made, or made. */
  readonly #made = new Map<string, Promise<void>>()
  /** Those that are made. */
  readonly #kept = new KeptSizes()

  constructor(options: ProjectionsOptions) {
    this.#options = options
  }

  /** Puts these projections into a folder, where they stay whatever is thrown away here. */
  async link(named: readonly NamedSegment[], shown: Shown, folder: string) {
    this.#begin(named, shown)
    for (const each of named) {
      let attempts = 1
      // Thrown away between the two steps, for others that are needed at once, or by an operator who cleaned the disk.
      while (!(await this.#linkOne(each.name, folder))) {
        if (attempts++ === MOST_ATTEMPTS) throw new EngineFailed('failed', `projection ${each.name} does not stay`)
        this.#begin([each], shown)
      }
    }
  }

  /** Throws away what was made from these segments. */
  async discard(segmentIds: readonly string[]) {
    const ids = new Set(segmentIds)
    const names = [...this.#made.keys()].filter((name) => ids.has(name.slice(0, UUID_CHARACTERS)))
    for (const name of names) {
      const making = this.#made.get(name)
      // A later caller has it made again.
      this.#made.delete(name)
      await making?.catch(() => undefined)
      await this.#forget(name)
    }
  }

  async #linkOne(name: string, folder: string): Promise<boolean> {
    const to = join(folder, name)
    await this.#made.get(name)
    try {
      await link(join(this.#options.folder, name), to)
    } catch (error) {
      if (!isMissing(error) || !existsSync(folder)) throw error
      await this.#forget(name)
      return false
    }
    shareWithSandbox(to, 'read')
    this.#kept.touch(name)
    return true
  }

  /** All by one builder: to start a process takes longer than to project a segment. */
  #begin(named: readonly NamedSegment[], shown: Shown) {
    const unmade = named.filter(({ name }) => !this.#made.has(name))
    if (unmade.length === 0) return
    const made = this.#options.lend(async (builder) => {
      for (const { segment, name } of unmade) await this.#make(builder, segment, shown, name)
    })
    for (const { name } of unmade) {
      this.#made.set(name, made)
      made.catch(() => this.#made.delete(name))
    }
  }

  async #make(builder: EngineProcess, segment: StoredSegment, shown: Shown, name: string) {
    const { folder, placeWhole } = this.#options
    const from = await placeWhole(builder, segment)
    await builder.ask({ do: 'project', from, to: name, ...shown }, PROJECT_MS)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    // A copy: the builder still holds what lies in its own folder.
    const unfinished = join(folder, `${newId()}.part`)
    await copyFile(join(builder.folders.own, name), unfinished)
    await rm(join(builder.folders.own, name))
    await rename(unfinished, join(folder, name))
    this.#kept.set(name, (await stat(join(folder, name))).size)
    for (const old of this.#kept.takeExcess(this.#options.budgetBytes, name)) await this.#forget(old)
  }

  async #forget(name: string) {
    this.#made.delete(name)
    this.#kept.delete(name)
    await rm(join(this.#options.folder, name), { force: true })
  }
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'
