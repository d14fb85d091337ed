import type { Blobs } from './blobs.ts'
import type { NodeMetrics } from './metrics.ts'

/** The same store, every call of which is timed. */
export function measureBlobs(blobs: Blobs, { storeSeconds }: Pick<NodeMetrics, 'storeSeconds'>): Blobs {
  const timed = async <T>(operation: string, call: Promise<T>): Promise<T> => {
    const end = storeSeconds.startTimer({ operation })
    try {
      const answer = await call
      end({ outcome: 'done' })
      return answer
    } catch (error) {
      end({ outcome: 'failed' })
      throw error
    }
  }
  return {
    ...blobs,
    put: (name, bytes) => timed('put', blobs.put(name, bytes)),
    get: (name) => timed('get', blobs.get(name)),
    copyTo: (name, path) => timed('copy', blobs.copyTo(name, path)),
    size: (name) => timed('size', blobs.size(name)),
    delete: (name) => timed('delete', blobs.delete(name)),
    check: () => timed('check', blobs.check()),
  }
}
