import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Environment } from '../config/environment-reader.ts'
import { freePort } from '../free-port.ts'
import { type LocalPlace, readKept } from './state-folder.ts'

/** A service that runs for a folder, as it says itself in its state folder. `door`: of `folder-door.ts`. */
export type RunningNode = {
  pid: number
  version: string
  url: string
  door: string
  token: string
  workbookId: string
  isSandboxed: boolean
}

/** The file in the state folder that says so. Only this user can read it. */
export const RUNNING = 'running.json'

const START_MS = 120_000
const END_MS = 30_000
const ASK_AGAIN_MS = 40
const PROGRAM = join(import.meta.dirname, './run-local-node.ts')
const LOG = 'log'

/** What a program needs of its surroundings. All else might be settings of another service, or an address that data goes to. */
const PASSED_ON = [
  'PATH', 'HOME', 'TMPDIR', 'LANG', 'TZ', 'SystemRoot', 'TEMP', 'TMP', 'USERPROFILE', 'LOCALAPPDATA', 'APPDATA',
  'SVC_PYTHON_RUNTIME', 'SVC_SANDBOX', 'SVC_CACHE_MB', 'SVC_ENGINE_MEMORY_MB',
] // biome-ignore format: a list

/** Loopback alone, no users but this one, and no requests to other machines. */
const SETTINGS = {
  SVC_HOST: '127.0.0.1',
  SVC_METRICS_PORT: '0',
  SVC_REGISTRATION: 'closed',
  SVC_OUTGOING: 'off',
  SVC_LOG_LEVEL: 'warn',
  SVC_ENGINE_SPARES: '1',
  SVC_SESSION_RATE: '6000',
  SVC_MAX_UPLOAD_BYTES: String(1024 ** 3),
}

type Start = { environment: Environment; version: string; keepMinutes: number }

/** The service of the folder: one that runs already, or a new one in a process of its own, which outlives this agent. */
export async function findOrStartNode(place: LocalPlace, start: Start): Promise<RunningNode> {
  const running = readRunning(place.state)
  if (running && (await answers(running))) {
    if (running.version === start.version) return running
    await ask(running, 'POST', '/end').catch(() => {})
    for (const until = Date.now() + END_MS; Date.now() < until && isAlive(running.pid); ) await pause(ASK_AGAIN_MS)
  }
  const program = await startProgram(place, start)
  for (const until = Date.now() + START_MS; Date.now() < until; await pause(ASK_AGAIN_MS)) {
    const found = readRunning(place.state)
    if (found && found.version === start.version && (await answers(found))) return found
    if (program.failed()) throw new Error(`The local service did not start; ${join(place.state, LOG)} says why.`)
  }
  throw new Error(`The local service did not start within ${START_MS / 1000} s; see ${join(place.state, LOG)}.`)
}

/** As it was left by the last one; whether it still runs, only it can say. */
export function readRunning(state: string): RunningNode | undefined {
  // Safe: a file of ours, in a folder that no other user can write to.
  return readKept(state, RUNNING) as RunningNode | undefined
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return pid > 0
  } catch {
    return false
  }
}

/** Asks the door of a service. */
export async function ask({ door, token }: RunningNode, method: 'GET' | 'POST', path: string): Promise<unknown> {
  const response = await fetch(door + path, { method, headers: { authorization: `Bearer ${token}` } })
  if (!response.ok) throw new Error(`The local service answered ${response.status}: ${await response.text()}`)
  return response.status === 204 ? null : response.json()
}

const answers = (running: RunningNode) =>
  ask(running, 'GET', '/files').then(
    () => true,
    () => false,
  )

/** Of two that start at once one stops, and both agents find the other. It says so by its exit code, which is 0. */
async function startProgram({ folder, state }: LocalPlace, { environment, version, keepMinutes }: Start) {
  const passed = Object.fromEntries(PASSED_ON.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])))
  const log = openSync(join(state, LOG), 'w', 0o600)
  const child = spawn(process.execPath, [PROGRAM, folder, state, String(keepMinutes), version], {
    cwd: state,
    detached: true,
    stdio: ['ignore', log, log],
    windowsHide: true,
    env: {
      ...passed,
      ...SETTINGS,
      PORT: String(await freePort()),
      // What was compiled the last time is not compiled again.
      NODE_COMPILE_CACHE: join(state, 'compiled'),
    },
  })
  closeSync(log)
  child.unref()
  let failed = false
  child.once('error', () => {
    failed = true
  })
  child.once('exit', (code) => {
    failed = code !== 0
  })
  return { failed: () => failed }
}
