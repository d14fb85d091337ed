import { join } from 'node:path'
import type { Blobs } from '../../platform/blobs/blobs.ts'
import type { Platform } from '../../platform/context.ts'
import type { SegmentLimits } from '../builder/build-request.ts'
import { type Build, type BuildOptions, createBuild } from '../builder/build-segments.ts'
import { createObjectCache, type ObjectCache, type SegmentCache, segmentsIn } from './object-cache.ts'
import { SEGMENT_LIMITS } from './segment.ts'

/** What work on whole tables needs besides the database: copies of segments on this node, and builders. */
export type Storage = { cache: SegmentCache; build: Build; limits: SegmentLimits }

/** With the copies of all objects, of which segments are some. */
export type OpenStorage = Storage & { objects: ObjectCache; close: () => Promise<void> }

/** `budgetBytes`: what copies may take. */
export type StorageOptions = Omit<BuildOptions, 'cacheFolder'> & { blobs: Blobs; folder: string; budgetBytes: number }

export type StoragePlatform = Pick<Platform, 'db' | 'blobs'> & { storage: Storage }

/** Both live below one folder, so that a builder gets its segments as links. Processes of one machine may share it. */
export function openStorage({ blobs, folder, budgetBytes, ...builders }: StorageOptions): OpenStorage {
  const { build, close } = createBuild({ cacheFolder: folder, ...builders })
  const objects = createObjectCache({ blobs, folder: join(folder, 'segments'), budgetBytes })
  return { objects, cache: segmentsIn(objects), build, limits: SEGMENT_LIMITS, close }
}
