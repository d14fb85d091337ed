import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, mkdirSync, readdirSync, statSync } from 'node:fs'
import { copyFile, link, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Blobs } from '../../platform/blobs/blobs.ts'
import { KeptSizes } from './kept-sizes.ts'
import { type StoredSegment, segmentObjectName, segmentUnavailable } from './segment.ts'

/** An object of the store, and what its bytes must be. */
type StoredObject = { objectName: string; bytes: number; sha256: string }

/** This node's copies of objects, on its disk. */
export type ObjectCache = {
  /** Puts a copy under another name; it stays there whatever the cache throws away. False: the store has no such object, whole. */
  link(object: StoredObject, to: string): Promise<boolean>
  /** Keeps a copy of a file whose bytes the store has just taken, so that they are not fetched. */
  keep(object: StoredObject, path: string): Promise<void>
  /** Looks at the copies again, throws damaged ones away, and says whether there were any. */
  discardDamaged(objects: readonly StoredObject[]): Promise<boolean>
  /** Throws the copies of these away, by the names of the objects. */
  discard(objectNames: readonly string[]): Promise<void>
  /** Lends a copy for a while. Undefined: the store has no such object, whole. */
  lend<T>(object: StoredObject, work: (path: string) => Promise<T>): Promise<T | undefined>
}

export type ObjectCacheOptions = { blobs: Blobs; folder: string; budgetBytes: number }

const DRAFT = '.draft'

export function createObjectCache({ blobs, folder, budgetBytes }: ObjectCacheOptions): ObjectCache {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const kept = new KeptSizes(listKept(folder))
  const downloads = new Map<string, Promise<boolean>>()

  const newDraft = () => join(folder, `${randomUUID()}${DRAFT}`)

  async function download(object: StoredObject): Promise<boolean> {
    const draft = newDraft()
    try {
      // Once more: what was damaged on its way here is whole the second time.
      if (!(await fetchWhole(blobs, object, draft)) && !(await fetchWhole(blobs, object, draft))) return false
      await place(object, draft)
    } finally {
      await rm(draft, { force: true })
    }
    return true
  }

  async function place(object: StoredObject, draft: string) {
    const name = nameOf(object)
    await rename(draft, join(folder, name))
    kept.set(name, object.bytes)
    for (const old of kept.takeExcess(budgetBytes, name)) await rm(join(folder, old), { force: true })
  }

  /** Several who want the same object wait for one download. */
  async function ensure(object: StoredObject, name: string): Promise<boolean> {
    if (kept.touch(name)) return true
    const running = downloads.get(name) ?? download(object).finally(() => downloads.delete(name))
    downloads.set(name, running)
    return running
  }

  async function linkTo(object: StoredObject, to: string): Promise<boolean> {
    const name = nameOf(object)
    if (!(await ensure(object, name))) return false
    if (await placed(join(folder, name), to)) return true
    // Thrown away between the two steps, or by an operator who cleaned the disk.
    kept.delete(name)
    return (await ensure(object, name)) && placed(join(folder, name), to)
  }

  return {
    link: linkTo,
    keep: async (object, path) => {
      const draft = newDraft()
      try {
        // A copy: the process that made the file may still hold it open.
        await copyFile(path, draft)
        if (await isWhole(draft, object)) await place(object, draft)
      } catch {
        // It is in the store, which is what counts.
      } finally {
        await rm(draft, { force: true })
      }
    },
    discardDamaged: async (objects) => {
      let isDamaged = false
      for (const object of objects) {
        const name = nameOf(object)
        if (!kept.has(name) || (await isWhole(join(folder, name), object))) continue
        isDamaged = true
        kept.delete(name)
        await rm(join(folder, name), { force: true })
      }
      return isDamaged
    },
    discard: async (objectNames) => {
      for (const objectName of objectNames) {
        const name = lastPart(objectName)
        await downloads.get(name)?.catch(() => undefined)
        kept.delete(name)
        // There or not: another process may have put it into the same folder.
        await rm(join(folder, name), { force: true })
      }
    },
    lend: async (object, work) => {
      const path = newDraft()
      try {
        return (await linkTo(object, path)) ? await work(path) : undefined
      } finally {
        await rm(path, { force: true })
      }
    },
  }
}

/** An object's own name ends with an id that no other has. */
const nameOf = ({ objectName }: StoredObject) => lastPart(objectName)

const lastPart = (objectName: string) => objectName.slice(objectName.lastIndexOf('/') + 1)

/** Files and their sizes, least recently used first. */
function listKept(folder: string): [name: string, bytes: number][] {
  const files = readdirSync(folder).filter((name) => !name.endsWith(DRAFT))
  const found = files.map((name) => ({ name, ...pick(statSync(join(folder, name))) }))
  return found.sort((a, b) => a.usedAt - b.usedAt).map(({ name, bytes }) => [name, bytes])
}

const pick = ({ size, atimeMs }: { size: number; atimeMs: number }) => ({ bytes: size, usedAt: atimeMs })

async function fetchWhole(blobs: Blobs, object: StoredObject, path: string): Promise<boolean> {
  const found = await blobs.get(object.objectName)
  if (!found) return false
  await pipeline(found, createWriteStream(path, { mode: 0o600 }))
  return isWhole(path, object)
}

async function isWhole(path: string, { bytes, sha256 }: StoredObject): Promise<boolean> {
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

type StoredBytes = Pick<StoredSegment, 'workbookId' | 'segmentId' | 'bytes' | 'sha256'>

/** This node's copies of segments. */
export type SegmentCache = {
  /** Puts a segment under another name; it stays there whatever the cache throws away. */
  link(segment: StoredSegment, to: string): Promise<void>
  /** Keeps a copy of a segment that the store has just taken: it is mostly read next where it was written. */
  keep(segment: StoredBytes, path: string): Promise<void>
  /** Looks at the copies again, throws damaged ones away, and says whether there were any. */
  discardDamaged(segments: readonly StoredSegment[]): Promise<boolean>
  /** Throws the copies of these objects away, whole or not. */
  discard(objectNames: readonly string[]): Promise<void>
}

export function segmentsIn(objects: ObjectCache): SegmentCache {
  return {
    link: async (segment, to) => {
      if (!(await objects.link(objectOf(segment), to))) throw segmentUnavailable(segment.segmentId)
    },
    keep: (segment, path) => objects.keep(objectOf(segment), path),
    discardDamaged: (segments) => objects.discardDamaged(segments.map(objectOf)),
    discard: (objectNames) => objects.discard(objectNames),
  }
}

const objectOf = ({ workbookId, segmentId, bytes, sha256 }: StoredBytes): StoredObject => ({
  objectName: segmentObjectName(workbookId, segmentId),
  bytes,
  sha256,
})
