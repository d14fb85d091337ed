import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Cluster as Postgres, startCluster as startPostgres } from '../lib/crash-postgres.ts'
import { freePort } from '../lib/free-port.ts'
import { type ClusterNode, type Role, startClusterNode } from './cluster-node.ts'
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts'
import { startLoadBalancer } from './load-balancer.ts'
import { openSmallDisk, type SmallDisk } from './small-disk.ts'

/** A node, its own ways to what it stands on, and the disk of its cache and of its temporary files. */
export type Member = { node: ClusterNode; postgres: FaultProxy; objects: FaultProxy; disk: SmallDisk }

/** The whole service as in production: nodes behind HAProxy, PostgreSQL, S3 and Redis. */
export type Cluster = {
  /** Where clients find it. */
  url: string
  /** Past the balancer, by node; of api nodes alone. */
  nodeUrls: readonly string[]
  /** Where each of these has its figures. */
  metricsUrls: readonly string[]
  members: readonly Member[]
  postgres: Postgres
  postgresDisk: SmallDisk
  /** Logs of all nodes. */
  logFolder: string
  close: () => Promise<void>
}

export type ClusterSize = {
  apiNodes: number
  workers: number
  /** What its nodes run: this checkout, unless another program is named. */
  program?: string
  /** Settings of all nodes, beside those that every cluster has. */
  settings?: Record<string, string>
}

const NODE_DISK_MB = 256
const POSTGRES_DISK_MB = 2_048
const START_MS = 120_000

/** S3 and Redis are those of this checkout; their addresses are in the environment. */
export async function startCluster(size: ClusterSize): Promise<Cluster> {
  const closers: Closer[] = []
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer()
  }
  try {
    return { ...(await startParts(size, (closer) => closers.push(closer))), close }
  } catch (error) {
    await close()
    throw error
  }
}

type Closer = () => void | Promise<void>

/** Whatever is started tells at once how it is ended. */
async function startParts({ apiNodes, workers, program, settings }: ClusterSize, onClose: (closer: Closer) => void) {
  const folder = await mkdtemp(join(tmpdir(), 'bindery-cluster-'))
  onClose(() => rm(folder, { recursive: true, force: true }))
  // The user that sandboxed engines run as must pass.
  await chmod(folder, 0o711)
  const postgresDisk = openSmallDisk(join(folder, 'postgres'), POSTGRES_DISK_MB)
  onClose(postgresDisk.close)
  const postgres = await startPostgres({ isLazy: false, below: postgresDisk.path })
  onClose(postgres.close)
  // All at once, so that no port is given out twice.
  const [balancerPort = 0, ...free] = await Promise.all(Array.from({ length: 1 + 2 * apiNodes }, freePort))
  const ports = free.slice(0, apiNodes)
  const metricsPorts = free.slice(apiNodes)
  const shared = { ...sharedEnvironment(folder, urlAt(balancerPort)), ...settings }
  const members: Member[] = []
  const add = async (role: Role, name: string, port: number, metricsPort: number) => {
    const place = { role, name, port, metricsPort, folder }
    const member = await startMember({ ...place, postgresUrl: postgres.url, shared, program })
    onClose(() => closeMember(member))
    members.push(member)
  }
  for (const [n, port] of ports.entries()) {
    await add('api', `api-${n}`, port, metricsPorts[n] ?? 0)
    // The first brings the database up to date.
    if (n === 0) await untilReady(urlAt(port))
  }
  for (let n = 0; n < workers; n++) await add('worker', `worker-${n}`, 0, 0)
  for (const port of ports) await untilReady(urlAt(port))
  const balancer = await startLoadBalancer(folder, balancerPort, ports)
  onClose(balancer.close)
  const metricsUrls = metricsPorts.map((port) => `${urlAt(port)}/metrics`)
  return {
    url: balancer.url,
    nodeUrls: ports.map(urlAt),
    metricsUrls,
    members,
    postgres,
    postgresDisk,
    logFolder: folder,
  }
}

async function closeMember({ node, postgres, objects, disk }: Member) {
  await node.close()
  for (const part of [postgres, objects, disk]) part.close()
}

const urlAt = (port: number) => `http://127.0.0.1:${port}`

const sharedEnvironment = (folder: string, url: string) => ({
  SVC_BASE_URL: url,
  SVC_SECRET_KEY: randomBytes(32).toString('hex'),
  SVC_ENGINE_SPARES: '1',
  SVC_PYTHON_RUNTIME: '',
  SVC_ENGINE_MEMORY_MB: '2048',
  SVC_DATABASE_POOL: '10',
  SVC_LOG_LEVEL: 'warn',
  SVC_REGISTRATION: 'open',
  SVC_TRUSTED_PROXIES: '1',
  // A node that comes back compiles nothing twice.
  NODE_COMPILE_CACHE: join(folder, 'compiled'),
})

type NewMember = {
  role: Role
  name: string
  port: number
  metricsPort: number
  folder: string
  postgresUrl: string
  shared: Record<string, string>
  program: string | undefined
}

async function startMember(member: NewMember): Promise<Member> {
  const { role, name, port, metricsPort, folder, postgresUrl, shared, program } = member
  const objectsUrl = process.env.SVC_S3_ENDPOINT
  if (!objectsUrl) throw new Error('there is no S3 server: run scripts/services start')
  const postgres = await proxyTo(postgresUrl)
  const objects = await proxyTo(objectsUrl)
  const disk = openSmallDisk(join(folder, name), NODE_DISK_MB)
  const environment = {
    ...shared,
    DATABASE_URL: throughProxy(postgresUrl, postgres),
    SVC_S3_ENDPOINT: throughProxy(objectsUrl, objects).replace(/\/$/, ''),
    SVC_CACHE_DIR: join(disk.path, 'cache'),
    TMPDIR: disk.path,
    PORT: String(port),
    // Not that of the API at another address: the release 0.1 knows no address of its own for figures.
    SVC_METRICS_PORT: String(metricsPort),
  }
  const node = startClusterNode({ name, role, environment, logFile: join(folder, `${name}.log`), program })
  return { node, postgres, objects, disk }
}

function proxyTo(url: string): Promise<FaultProxy> {
  const { hostname, port } = new URL(url)
  return startFaultProxy({ host: hostname, port: Number(port) })
}

function throughProxy(url: string, { port }: FaultProxy): string {
  const through = new URL(url)
  through.hostname = '127.0.0.1'
  through.port = String(port)
  return through.href
}

/** The node there answers, and everything it stands on does. */
export async function untilReady(url: string) {
  for (const until = performance.now() + START_MS; performance.now() < until; await pause(50)) {
    const response = await fetch(`${url}/readyz`).catch(() => undefined)
    if (response?.ok) return
  }
  throw new Error(`the node at ${url} did not start`)
}
