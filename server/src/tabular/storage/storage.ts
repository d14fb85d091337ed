import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Blobs } from '../../platform/blobs/blobs.ts'
import type { Platform } from '../../platform/context.ts'
import type { SegmentLimits } from '../builder/build-request.ts'
import { type Build, createBuild } from '../builder/build-segments.ts'
import { createObjectCache, type ObjectCache, type SegmentCache, segmentsIn } from './object-cache.ts'
import { SEGMENT_LIMITS } from './segment.ts'

/** What work on whole tables needs besides the database: copies of segments on this node, and builders. */
export type Storage = { cache: SegmentCache; build: Build; limits: SegmentLimits }

/** With the copies of all objects, of which segments are some. */
export type OpenStorage = Storage & { objects: ObjectCache }

export type StoragePlatform = Pick<Platform, 'db' | 'blobs'> & { storage: Storage }

/** What a process that died was writing is unreferenced after this time. */
const LEFTOVER_MS = 24 * 60 * 60 * 1000

/** Both live below one folder, so that a builder gets its segments as links. Processes of one machine may share it. */
export function openStorage(blobs: Blobs, folder: string, budgetBytes: number): OpenStorage {
  const builders = join(folder, 'builders')
  mkdirSync(builders, { recursive: true, mode: 0o700 })
  removeLeftovers(builders)
  const objects = createObjectCache({ blobs, folder: join(folder, 'segments'), budgetBytes })
  return {
    objects,
    cache: segmentsIn(objects),
    build: createBuild(builders),
    limits: SEGMENT_LIMITS,
  }
}

function removeLeftovers(builders: string) {
  const oldest = Date.now() - LEFTOVER_MS
  for (const name of readdirSync(builders)) {
    const path = join(builders, name)
    const found = statSync(path, { throwIfNoEntry: false })
    if (found && found.mtimeMs < oldest) rmSync(path, { recursive: true, force: true })
  }
}
