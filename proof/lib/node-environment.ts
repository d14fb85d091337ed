import { join } from 'node:path'
import type { RunningService } from '../../server/test/start-service.ts'

/** What a node in a process of its own needs to know to belong to a running service. */
export function nodeEnvironment({ settings }: RunningService): { folder: string; environment: Record<string, string> } {
  const { databaseUrl, blobs, cacheFolder, secretKeys } = settings
  if (blobs.kind !== 'folder') throw new Error('impossible: the node shares a folder with the service')
  const folder = join(blobs.folder, '..')
  const environment = {
    DATABASE_URL: databaseUrl,
    REDIS_URL: '',
    SVC_S3_BUCKET: '',
    SVC_DATA_DIR: folder,
    SVC_CACHE_DIR: cacheFolder,
    SVC_SECRET_KEY: secretKeys[0],
  }
  return { folder, environment }
}
