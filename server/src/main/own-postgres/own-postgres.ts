import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { ConfigError } from '../config/environment-reader.ts'
import { freePort } from '../free-port.ts'
import { answers, tryToOwn } from './own-postgres.store.ts'
import { findPostgresPrograms, type PostgresPrograms } from './postgres-programs.ts'

export type OwnPostgres = { url: string; close: () => Promise<void> }

const START_MS = 60_000
const STOP_MS = 8_000
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  timezone: 'UTC',
  log_timezone: 'UTC',
  jit: 'off',
}

/**
 * A PostgreSQL that lives in a folder and belongs to this service: for a machine that has none. One that still runs, because its
 * service was killed, is taken over as it is. `isServing`: no other service may use the folder meanwhile.
 */
export async function openOwnPostgres(folder: string, { isServing }: { isServing: boolean }): Promise<OwnPostgres> {
  const programs = findPostgresPrograms(folder)
  const data = join(folder, 'data')
  if (!existsSync(data)) await createCluster(programs, folder, data)
  const running = await findRunning(folder)
  const url = running ?? (await start(programs, folder))
  const owner = isServing ? await tryToOwn(url) : undefined
  if (isServing && !owner)
    throw new ConfigError([`Another bindery serves from ${folder}. Stop it, or name another folder with --data.`])
  const mustStop = isServing || running === undefined
  return {
    url,
    close: async () => {
      await owner?.end()
      if (mustStop) await stop(folder)
    },
  }
}

/** Renamed when whole: a cluster that exists has its password and its database. */
async function createCluster(programs: PostgresPrograms, folder: string, data: string) {
  const { program, options } = programs
  const unfinished = `${data}.new`
  rmSync(unfinished, { recursive: true, force: true })
  const password = passwordFile(folder)
  writeFileSync(password, randomBytes(24).toString('base64url'), { mode: 0o600 })
  if (options.uid !== undefined && options.gid !== undefined) chownSync(password, options.uid, options.gid)
  const how = [
    '--username=bindery',
    `--pwfile=${password}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--no-instructions',
  ]
  const order = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  await promisify(execFile)(program('initdb'), [`--pgdata=${unfinished}`, ...how, ...order], options)
  const alone = promisify(execFile)(program('postgres'), ['--single', '-D', unfinished, 'postgres'], options)
  alone.child.stdin?.end('create database bindery\n')
  await alone
  renameSync(unfinished, data)
}

const passwordFile = (folder: string) => join(folder, 'password')

const addressAt = (folder: string, port: number) =>
  `postgres://bindery:${readFileSync(passwordFile(folder), 'utf8')}@127.0.0.1:${port}/bindery`

async function start({ program, options }: PostgresPrograms, folder: string): Promise<string> {
  const url = addressAt(folder, await freePort())
  const log = openSync(join(folder, 'log'), 'a', 0o600)
  const settings = Object.entries({ ...SETTINGS, port: new URL(url).port }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  // In a session of its own: a Ctrl-C is for us, who stop it when the last request is done.
  const child = spawn(program('postgres'), ['-D', join(folder, 'data'), ...settings], {
    ...options,
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  await untilAnswers(child, url, folder)
  child.unref()
  return url
}

async function untilAnswers(child: ChildProcess, url: string, folder: string) {
  const ended = new AbortController()
  child.once('exit', () => ended.abort())
  child.once('error', () => ended.abort())
  for (const until = Date.now() + START_MS; Date.now() < until && !ended.signal.aborted; ) {
    if (await answers(url)) return
    await sleep(50)
  }
  child.kill('SIGQUIT')
  const lastLines = readFileSync(join(folder, 'log'), 'utf8').trim().split('\n').slice(-5).join('\n')
  throw new Error(`PostgreSQL in ${folder} did not start:\n${lastLines}`)
}

/** The file is PostgreSQL's own: its process in the first line, its port in the fourth. */
function readPidFile(folder: string): { pid: number; port: number } | undefined {
  const file = join(folder, 'data/postmaster.pid')
  if (!existsSync(file)) return undefined
  const [pid, , , port] = readFileSync(file, 'utf8').split('\n')
  return { pid: Number(pid), port: Number(port) }
}

async function findRunning(folder: string): Promise<string | undefined> {
  const found = readPidFile(folder)
  const url = found?.port ? addressAt(folder, found.port) : undefined
  return url && (await answers(url)) ? url : undefined
}

/** First it waits for connections that are about to end, then it ends them, then itself. */
async function stop(folder: string) {
  // Of one that was killed the file stays, and its number may be another process's.
  if (!(await findRunning(folder))) return
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGQUIT'] as const) {
    const found = readPidFile(folder)
    if (!found) return
    process.kill(found.pid, signal)
    for (const until = Date.now() + STOP_MS; Date.now() < until && readPidFile(folder); ) await sleep(50)
  }
}
