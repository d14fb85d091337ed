import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, chmod, chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { childrenOf, descendantsNamed, isThere, killIfThere } from './crash-processes.ts'
import { freePort } from './free-port.ts'

/** A PostgreSQL cluster of this proof alone, so that killing it affects nothing else. */
export type Cluster = {
  url: string
  /** Where its files lie. */
  data: string
  /** A backup of one of its databases, as text. */
  dump: (url: string) => Buffer
  /** SIGKILL to the postmaster and each of its children at once: what only they remember is lost. Then it is started again. */
  kill: () => Promise<void>
  /** Starts it again if it has ended by itself, as it does when it can write no more. */
  revive: () => Promise<void>
  close: () => Promise<void>
}

export type ClusterOptions = {
  /** It acknowledges commits before they are written, and the process that would write them soon after stands still. */
  isLazy: boolean
  /** The folder in which its own is made. */
  below?: string
}

export const PROGRAMS = '/usr/lib/postgresql/15/bin'
const MOST_DUMP_BYTES = 1024 ** 3
const SETTINGS = `
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = 200
shared_buffers = 128MB
fsync = on
synchronous_commit = on
jit = off
timezone = 'UTC'
`

export async function startCluster({ isLazy, below = tmpdir() }: ClusterOptions): Promise<Cluster> {
  const folder = await mkdtemp(join(below, 'bindery-crash-postgres-'))
  const data = join(folder, 'data')
  const port = await freePort()
  await makeCluster(folder, data)
  const start = async () => {
    const started = await launch(data, port)
    if (isLazy) for (const pid of descendantsNamed(started.pid ?? 0, 'walwriter')) process.kill(pid, 'SIGSTOP')
    return started
  }
  let postmaster = await start()
  const startAgain = async () => {
    // What a crash left. The process is gone, but another process may have its pid by now.
    await rm(join(data, 'postmaster.pid'), { force: true })
    postmaster = await start()
  }
  return {
    url: urlOf(port, 'bindery'),
    data,
    dump: (url) => execFileSync(`${PROGRAMS}/pg_dump`, ['--dbname', url], { maxBuffer: MOST_DUMP_BYTES }),
    kill: async () => {
      await killAll(postmaster)
      await startAgain()
    },
    revive: async () => {
      if (hasEnded(postmaster)) await startAgain()
    },
    close: async () => {
      await killAll(postmaster)
      await rm(folder, { recursive: true })
    },
  }
}

export const urlOf = (port: number, database: string) => `postgres://bindery@127.0.0.1:${port}/${database}`

/** PostgreSQL refuses to run as root, so for root it runs as the account that Debian's package creates. */
const AS_POSTGRES =
  process.geteuid?.() === 0 ? ['setpriv', '--reuid', 'postgres', '--regid', 'postgres', '--clear-groups', '--'] : []

export async function makeCluster(folder: string, data: string) {
  await chmod(folder, 0o755)
  if (AS_POSTGRES.length > 0) await chown(folder, idOf('-u'), idOf('-g'))
  run([`${PROGRAMS}/initdb`, '--pgdata', data, '--username', 'bindery', '--auth', 'trust', '--encoding', 'UTF8'])
  run([`${PROGRAMS}/postgres`, '--single', '-D', data, 'postgres'], 'create database bindery\n')
  await appendFile(join(data, 'postgresql.conf'), SETTINGS)
}

const idOf = (flag: '-u' | '-g') => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))

export function run(command: readonly string[], input = '') {
  const [program = '', ...rest] = [...AS_POSTGRES, ...command]
  execFileSync(program, rest, { input, cwd: '/', stdio: ['pipe', 'ignore', 'pipe'] })
}

/** Ready when it answers: after a crash it first reads its log again. */
export async function launch(data: string, port: number): Promise<ChildProcess> {
  const [program = '', ...rest] = [...AS_POSTGRES, `${PROGRAMS}/postgres`, '-D', data, '-p', String(port)]
  const postmaster = spawn(program, rest, { cwd: '/', stdio: 'ignore' })
  for (;;) {
    if (postmaster.exitCode !== null) throw new Error(`PostgreSQL ended with ${postmaster.exitCode}`)
    if (await answers(port)) return postmaster
    await pause(20)
  }
}

async function answers(port: number): Promise<boolean> {
  const client = new pg.Client({ connectionString: urlOf(port, 'postgres') })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}

/** All of them before any can notice that another is gone: a writer that outlived the rest would save what must be lost. */
export async function killAll(postmaster: ChildProcess) {
  if (hasEnded(postmaster)) return
  const ended = once(postmaster, 'exit')
  const children = childrenOf(postmaster.pid ?? 0)
  for (const pid of [postmaster.pid ?? 0, ...children]) killIfThere(pid)
  await ended
  while (children.some(isThere)) await pause(5)
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null
