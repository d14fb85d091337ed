import { join } from 'node:path'
import type { RunningService } from '../server/test/start-service.ts'
import { type ApiNode, startNode } from './crash-nodes.ts'

/** An api node of the service in a process of its own, so that whoever measures it takes none of its time. */
export function startOwnNode(
  { settings }: RunningService,
  environment: Readonly<Record<string, string>> = {},
): Promise<ApiNode> {
  const { databaseUrl, blobs, cacheFolder, secretKeys } = settings
  if (blobs.kind !== 'folder') throw new Error('impossible: the node shares a folder with the service')
  const folder = join(blobs.folder, '..')
  const given = {
    DATABASE_URL: databaseUrl,
    REDIS_URL: '',
    SVC_S3_BUCKET: '',
    SVC_DATA_DIR: folder,
    SVC_CACHE_DIR: cacheFolder,
    SVC_SECRET_KEY: secretKeys[0],
    SVC_LOG_LEVEL: 'error',
    SVC_REGISTRATION: 'open',
    ...environment,
  }
  return startNode(given, join(folder, 'node.log'))
}
