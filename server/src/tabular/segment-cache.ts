import { createObjectCache, type ObjectCache, type ObjectCacheOptions, type StoredObject } from './object-cache.ts'
import { type StoredSegment, segmentObjectName } from './segment.ts'
import { segmentUnavailable } from './tabular.errors.ts'

/** This node's copies of segments. */
export type SegmentCache = {
  /** Puts a segment under another name; it stays there whatever the cache throws away. */
  link(segment: StoredSegment, to: string): Promise<void>
  /** Looks at the copies again, throws damaged ones away, and says whether there were any. */
  discardDamaged(segments: readonly StoredSegment[]): Promise<boolean>
}

export const createSegmentCache = (options: ObjectCacheOptions): SegmentCache => segmentsIn(createObjectCache(options))

export function segmentsIn(objects: ObjectCache): SegmentCache {
  return {
    link: async (segment, to) => {
      if (!(await objects.link(objectOf(segment), to))) throw segmentUnavailable(segment.segmentId)
    },
    discardDamaged: (segments) => objects.discardDamaged(segments.map(objectOf)),
  }
}

const objectOf = ({ workbookId, segmentId, bytes, sha256 }: StoredSegment): StoredObject => ({
  objectName: segmentObjectName(workbookId, segmentId),
  bytes,
  sha256,
})
