import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, mkdirSync, readdirSync, statSync } from 'node:fs'
import { copyFile, link, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Blobs } from '../platform/blobs.ts'
import { type StoredSegment, segmentObjectName } from './segment.ts'
import { segmentUnavailable } from './tabular.errors.ts'

/** This node's copies of segments, on its disk. */
export type SegmentCache = {
  /** Puts a segment under another name; it stays there whatever the cache throws away. */
  link(segment: StoredSegment, to: string): Promise<void>
  /** Looks at the copies again, throws damaged ones away, and says whether there were any. */
  discardDamaged(segments: readonly StoredSegment[]): Promise<boolean>
}

export type SegmentCacheOptions = { blobs: Blobs; folder: string; budgetBytes: number }

const DRAFT = '.draft'

export function createSegmentCache({ blobs, folder, budgetBytes }: SegmentCacheOptions): SegmentCache {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  /** Bytes by file name, least recently used first. */
  const kept = listKept(folder)
  const downloads = new Map<string, Promise<void>>()

  async function download(segment: StoredSegment, name: string) {
    const draft = join(folder, `${randomUUID()}${DRAFT}`)
    try {
      // Once more: what was damaged on its way here is whole the second time.
      if (!(await fetchWhole(blobs, segment, draft)) && !(await fetchWhole(blobs, segment, draft))) {
        throw segmentUnavailable(segment.segmentId)
      }
      await rename(draft, join(folder, name))
    } finally {
      await rm(draft, { force: true })
    }
    kept.set(name, segment.bytes)
    await evict(name)
  }

  async function evict(justPlaced: string) {
    let total = [...kept.values()].reduce((sum, bytes) => sum + bytes, 0)
    for (const [name, bytes] of [...kept]) {
      if (total <= budgetBytes) return
      if (name === justPlaced) continue
      kept.delete(name)
      total -= bytes
      await rm(join(folder, name), { force: true })
    }
  }

  /** Several who want the same segment wait for one download. */
  async function ensure(segment: StoredSegment, name: string) {
    const bytes = kept.get(name)
    if (bytes !== undefined) {
      kept.delete(name)
      kept.set(name, bytes)
      return
    }
    const running = downloads.get(name) ?? download(segment, name).finally(() => downloads.delete(name))
    downloads.set(name, running)
    await running
  }

  return {
    link: async (segment, to) => {
      const name = `${segment.segmentId}.parquet`
      await ensure(segment, name)
      if (await placed(join(folder, name), to)) return
      // Thrown away between the two steps, or by somebody who cleaned the disk.
      kept.delete(name)
      await ensure(segment, name)
      if (!(await placed(join(folder, name), to))) throw segmentUnavailable(segment.segmentId)
    },
    discardDamaged: async (segments) => {
      let isDamaged = false
      for (const segment of segments) {
        const name = `${segment.segmentId}.parquet`
        if (!kept.has(name) || (await isWhole(join(folder, name), segment))) continue
        isDamaged = true
        kept.delete(name)
        await rm(join(folder, name), { force: true })
      }
      return isDamaged
    },
  }
}

function listKept(folder: string): Map<string, number> {
  const files = readdirSync(folder).filter((name) => !name.endsWith(DRAFT))
  const found = files.map((name) => ({ name, ...pick(statSync(join(folder, name))) }))
  return new Map(found.sort((a, b) => a.usedAt - b.usedAt).map(({ name, bytes }) => [name, bytes]))
}

const pick = ({ size, atimeMs }: { size: number; atimeMs: number }) => ({ bytes: size, usedAt: atimeMs })

async function fetchWhole(blobs: Blobs, segment: StoredSegment, path: string): Promise<boolean> {
  const object = await blobs.get(segmentObjectName(segment.workbookId, segment.segmentId))
  if (!object) return false
  await pipeline(object, createWriteStream(path, { mode: 0o600 }))
  return isWhole(path, segment)
}

async function isWhole(path: string, { bytes, sha256 }: StoredSegment): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  if (found?.size !== bytes) return false
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex') === sha256
}

/** A link where the file system can, a copy where the other folder lies on another disk. False: it is not there. */
async function placed(path: string, to: string): Promise<boolean> {
  try {
    await link(path, to)
    return true
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT') return false
    if (code !== 'EXDEV') throw error
    await copyFile(path, to)
    return true
  }
}
