import { createObjectCache, type ObjectCache, type ObjectCacheOptions, type StoredObject } from './object-cache.ts'
import { type StoredSegment, segmentObjectName } from './segment.ts'
import { segmentUnavailable } from './tabular.errors.ts'

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

export const createSegmentCache = (options: ObjectCacheOptions): SegmentCache => segmentsIn(createObjectCache(options))

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
