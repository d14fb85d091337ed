import type { NodeMetrics } from '../metrics.ts'
import type { Settings } from '../settings.ts'
import type { Blobs } from './blobs.ts'
import { createFolderBlobs } from './blobs-folder.ts'
import { createS3Blobs } from './blobs-s3.ts'

export async function openBlobs(blobs: Settings['blobs']): Promise<Blobs> {
  switch (blobs.kind) {
    case 'folder':
      return createFolderBlobs(blobs.folder)
    case 's3':
      return createS3Blobs(blobs)
  }
}

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
