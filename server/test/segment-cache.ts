import {
  createObjectCache,
  type ObjectCacheOptions,
  type SegmentCache,
  segmentsIn,
} from '../src/engine/storage/object-cache.ts'

/** Segments of a cache that holds nothing else. */
export const createSegmentCache = (options: ObjectCacheOptions): SegmentCache => segmentsIn(createObjectCache(options))
