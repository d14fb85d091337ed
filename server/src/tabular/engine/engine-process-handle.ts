import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { assertState } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { writePlainProgram } from '../sandbox/plain-program.ts'
import { measureMemory } from '../sandbox/process-tree.ts'
import { nodeProgramBinds } from '../sandbox/program-binds.ts'
import { startSandboxed } from '../sandbox/sandbox.ts'
import type { SandboxOptions } from '../sandbox/sandbox-options.ts'
import { shareWithSandbox } from '../sandbox/sandbox-user.ts'
import { EngineConversation } from './engine-conversation.ts'

const MEGABYTE = 1024 * 1024
const ENTRY = join(import.meta.dirname, '../engine-program/engine-process.ts')
/** DuckDB's own limit is 512 MB; what it does not count must not reach the machine. */
const MEMORY_BYTES = 700 * MEGABYTE
const SPILL_BYTES = 300 * MEGABYTE
const OWN_FILE_BYTES = 4096 * MEGABYTE
/** V8 gives back what answers took: an engine that has given some hundreds is 20 MB smaller, and hardly slower. */
const FLAGS = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=1', '--optimize-for-size']
/** DuckDB's allocator: what was freed goes back to the kernel after a second, where a thread of its own sees to that. */
const ENVIRONMENT = { DUCKDB_JE_MALLOC_CONF: 'dirty_decay_ms:1000,muzzy_decay_ms:0,narenas:1' }

export type EngineFolders = { root: string; input: string; own: string }

/** An engine process as the node holds it: its folders, a way to ask it, and its end. */
export type EngineProcess = {
  readonly pid: number
  readonly folders: EngineFolders
  readonly ask: EngineConversation['ask']
  readonly stream: EngineConversation['stream']
  /** Resolves when no process is left, and its folders are gone. */
  readonly exited: Promise<void>
  readonly kill: () => void
  readonly pssBytes: () => Promise<number>
}

export type StartEngine = { folder: string; isSandboxed: boolean }

/** Starts a process that belongs to nobody yet. It is ready when this resolves. */
export async function startEngineProcess(options: StartEngine): Promise<EngineProcess> {
  const folders = makeEngineFolders(options)
  const started = options.isSandboxed ? await startInside(options.folder, folders) : startBare(folders)
  const conversation = new EngineConversation(started.channel, started.kill)
  const exited = started.ended.then(async (reason) => {
    conversation.end(reason)
    await rm(folders.root, { recursive: true, force: true })
  })
  try {
    await conversation.ready
  } catch (error) {
    started.kill()
    await exited
    throw error
  }
  const ask = conversation.ask.bind(conversation)
  const stream = conversation.stream.bind(conversation)
  return { pid: started.pid, folders, ask, stream, exited, kill: started.kill, pssBytes: started.pssBytes }
}

export function makeEngineFolders({ folder, isSandboxed }: StartEngine): EngineFolders {
  const root = join(folder, `engine-${newId()}`)
  const folders = { root, input: join(root, 'in'), own: join(root, 'own') }
  for (const path of Object.values(folders)) mkdirSync(path, { mode: 0o700 })
  if (isSandboxed) {
    // Whoever looks for the folders below must pass this one; it lists nothing to him.
    chmodSync(root, 0o711)
    shareWithSandbox(folders.input, 'read')
    shareWithSandbox(folders.own, 'write')
  }
  return folders
}

type Started = {
  pid: number
  channel: Socket
  kill: () => void
  /** Resolves with what ended it. */
  ended: Promise<string>
  pssBytes: () => Promise<number>
}

/** What an engine may see and use. */
export function engineSandbox({ input, own }: EngineFolders, plainProgram?: string): SandboxOptions {
  const { program, entry, readOnlyBinds } = nodeProgramBinds(ENTRY, ['@duckdb/node-api'], plainProgram)
  return {
    program,
    args: [...FLAGS, entry, '/in', '/own', '/tmp/spill'],
    readOnlyBinds: [...readOnlyBinds, { from: input, to: '/in' }],
    writableBinds: [{ from: own, to: '/own' }],
    tmpfsBytes: SPILL_BYTES,
    memoryBytes: MEMORY_BYTES,
    fileSizeBytes: OWN_FILE_BYTES,
    maxProcesses: 64,
    channels: 1,
    environment: ENVIRONMENT,
  }
}

async function startInside(folder: string, folders: EngineFolders): Promise<Started> {
  const plainProgram = join(folder, 'program')
  await writePlainProgram(ENTRY, plainProgram)
  const sandboxed = startSandboxed(engineSandbox(folders, plainProgram))
  const [channel] = sandboxed.channels
  assertState(channel, 'the channel that was asked for')
  return {
    pid: sandboxed.pid,
    channel,
    kill: () => sandboxed.kill(),
    ended: sandboxed.exited.then(
      ({ reason, code, signal }) => `${reason} (${signal ?? code}) ${sandboxed.stderr.text().slice(0, 500)}`,
    ),
    pssBytes: async () => (await sandboxed.memory()).pssBytes,
  }
}

/** Where no sandbox can be made, on an operator's word or on loopback: DuckDB's locked settings alone. */
function startBare({ root, input, own }: EngineFolders): Started {
  const child: ChildProcess = spawn(process.execPath, [...FLAGS, ENTRY, input, own, join(root, 'spill')], {
    cwd: '/',
    env: ENVIRONMENT,
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const channel = child.stdio[3]
  assertState(channel instanceof Socket, 'a pipe of a child is a socket')
  channel.on('error', () => {})
  const pid = child.pid ?? 0
  return {
    pid,
    channel,
    kill: () => void child.kill('SIGKILL'),
    ended: new Promise((resolve) => {
      child.once('exit', (code, signal) => resolve(`exit (${signal ?? code})`))
      child.once('error', (error) => resolve(error.message))
    }),
    pssBytes: async () => (await measureMemory([pid])).pssBytes,
  }
}
