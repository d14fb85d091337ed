import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startClusterNode } from '../cluster/cluster-node.ts'
import { startNode } from '../lib/crash-nodes.ts'
import { startCluster as startPostgres } from '../lib/crash-postgres.ts'
import { descendantsNamed } from '../lib/crash-processes.ts'
import { freePort } from '../lib/free-port.ts'
import { collectable, collectGarbage, type Heap } from './collect-garbage.ts'

const DOCKERFILE = new URL('../../Dockerfile', import.meta.url)

/** Where each part of the service runs. Engines and loaders are below their node. */
export type Parts = { api: number; worker: number; postgres: number }

/** The smallest service that is whole: an api node, a worker and a PostgreSQL, each in processes of its own. */
export type OneNode = {
  url: string
  postgresUrl: string
  /** Its object store. */
  objectFolder: string
  parts: Parts
  /** Garbage of the nodes themselves; tells what their heaps keep. */
  collectGarbage: () => Promise<{ api: Heap; worker: Heap }>
  close: () => Promise<void>
}

export async function startOneNode(more: Readonly<Record<string, string>> = {}): Promise<OneNode> {
  const folder = await mkdtemp(join(tmpdir(), 'bindery-load-'))
  // The user that sandboxed engines run as must pass.
  await chmod(folder, 0o711)
  const postgres = await startPostgres({ isLazy: false })
  const image = startOfImage()
  const environment = { ...settings(folder, postgres.url), ...image.environment, ...more }
  const { flags } = image
  const ports = { api: await freePort(), worker: await freePort() }
  const api = await startNode(environment, join(folder, 'api.log'), 'api', [...flags, collectable(ports.api)])
  const worker = startClusterNode({
    name: 'worker',
    role: 'worker',
    environment: { ...environment, SVC_CACHE_DIR: join(folder, 'worker-cache'), PORT: '0' },
    logFile: join(folder, 'worker.log'),
    flags: [...flags, collectable(ports.worker)],
  })
  return {
    url: api.url,
    postgresUrl: postgres.url,
    objectFolder: join(folder, 'blobs'),
    parts: { api: ownChild('--role api'), worker: ownChild('--role worker'), postgres: postmasterOf(postgres.data) },
    collectGarbage: async () => {
      const [api, worker] = await Promise.all([collectGarbage(ports.api), collectGarbage(ports.worker)])
      return { api, worker }
    },
    close: async () => {
      await Promise.all([api.close(), worker.close()])
      await postgres.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const settings = (folder: string, databaseUrl: string) => ({
  DATABASE_URL: databaseUrl,
  REDIS_URL: '',
  SVC_S3_BUCKET: '',
  SVC_DATA_DIR: folder,
  SVC_CACHE_DIR: join(folder, 'cache'),
  SVC_SECRET_KEY: randomBytes(32).toString('hex'),
  SVC_SANDBOX: 'required',
  SVC_PYTHON_RUNTIME: '',
  SVC_LOG_LEVEL: 'error',
  SVC_REGISTRATION: 'open',
})

/** Nodes are started as those of the image are. */
function startOfImage() {
  const dockerfile = readFileSync(DOCKERFILE, 'utf8')
  const [, entry = ''] = /^ENTRYPOINT (.*)$/m.exec(dockerfile) ?? []
  const words: string[] = JSON.parse(entry)
  const ofMemory = [...dockerfile.matchAll(/\b(MALLOC_\w+)=(\w+)/g)]
  return {
    flags: words.filter((word) => word.startsWith('--')),
    environment: Object.fromEntries(ofMemory.map(([, name = '', value = '']) => [name, value])),
  }
}

function ownChild(role: string): number {
  const [pid] = descendantsNamed(process.pid, role)
  if (pid === undefined) throw new Error(`impossible: no process was started with ${role}`)
  return pid
}

const postmasterOf = (data: string) => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
