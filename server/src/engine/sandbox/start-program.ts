import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, constants, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { assertState } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { bundledFile, bundledProgram } from '../programs/bundled-program.ts'
import { compiledCode } from '../programs/compiled-code.ts'
import { CappedOutput } from './capped-output.ts'
import { giveWay, measureMemory, watchMemory } from './process-tree.ts'
import { nodeProgramBinds } from './program-binds.ts'
import { startSandboxed } from './sandbox.ts'
import type { Bind, SandboxOptions } from './sandbox-options.ts'
import { shareWithSandbox } from './sandbox-user.ts'

/** A program of ours that runs in processes of its own, and what each of them may use. */
export type Program = Required<
  Pick<SandboxOptions, 'tmpfsBytes' | 'memoryBytes' | 'fileSizeBytes' | 'environment' | 'givesWay'>
> & {
  /** Names the folders of its processes. */
  name: 'engine' | 'loader' | 'builder'
  entry: string
  packages: readonly string[]
  flags: readonly string[]
  /** Outside a sandbox nothing else bounds its memory. */
  isWatchedWhenBare: boolean
  /** It lives for one piece of work: optimising its code is put off. */
  isShortLived: boolean
  openFiles?: number
  /** Has a process that only leaves its code behind do what others will, with nothing of a user's. */
  rehearse?: (channel: Socket, input: string) => Promise<void>
}

/** `input`: what it reads. `own`: what it writes. */
export type ProgramFolders = { root: string; input: string; own: string }

/** Where processes have their folders, and whether they run in the sandbox. */
export type StartOptions = { folder: string; isSandboxed: boolean }

/** How it came to its end, and what it said on its way out, which is for the log. */
export type ProgramEnd = { end: 'memory' | 'killed' | 'crash'; output: string }

export type StartedProgram = {
  pid: number
  /** Descriptor 3 of the program. */
  channel: Socket
  kill: () => void
  /** Resolves, never rejects, when no process is left. */
  ended: Promise<ProgramEnd>
  pssBytes: () => Promise<number>
}

const OUTPUT_BYTES = 64 * 1024
const INSIDE = ['/in', '/own', '/tmp/spill']
const RUN_PROCESS = join(import.meta.dirname, '../programs/run-process.ts')
/** Where a process finds what V8 made of its program before. */
const CODE_INSIDE = '/code'
const CODE_NAME = 'program.code'
const CODE_FILE = `${CODE_INSIDE}/${CODE_NAME}`
const LEAVE_CODE_MS = 30_000

/** How V8's code of a program is used, and the folder it is in. */
type Code = { way: 'read' | 'read-once' | 'leave'; folder: string }

export function makeProgramFolders({ name }: Program, { folder, isSandboxed }: StartOptions): ProgramFolders {
  const root = join(folder, `${name}-${newId()}`)
  const folders = { root, input: join(root, 'in'), own: join(root, 'own') }
  for (const path of Object.values(folders)) mkdirSync(path, { mode: 0o700 })
  if (isSandboxed) {
    // The sandbox's user must pass through this folder to those below; it cannot list it.
    chmodSync(root, 0o711)
    shareWithSandbox(folders.input, 'read')
    shareWithSandbox(folders.own, 'write')
  }
  return folders
}

/** What a process of the program may see and use. `bundled`: where `bundledProgram` says it is. */
export function programSandbox(program: Program, { input, own }: ProgramFolders, bundled?: string): SandboxOptions {
  const { flags, environment, tmpfsBytes, memoryBytes, fileSizeBytes, givesWay, openFiles } = program
  const { program: node, entry, readOnlyBinds } = nodeProgramBinds(program.entry, program.packages, bundled)
  return {
    program: node,
    args: [...flags, entry, ...INSIDE],
    readOnlyBinds: [...readOnlyBinds, { from: input, to: '/in' }],
    writableBinds: [{ from: own, to: '/own' }],
    tmpfsBytes,
    memoryBytes,
    fileSizeBytes,
    givesWay,
    ...(openFiles === undefined ? {} : { openFiles }),
    maxProcesses: 64,
    channels: 1,
    environment,
  }
}

/** The same process, started by way of what V8 made of its program. */
function withCode(program: Program, options: SandboxOptions, bundled: string, code: Code): SandboxOptions {
  const { flags } = program
  const { entry: runner, readOnlyBinds: runnerBinds } = nodeProgramBinds(RUN_PROCESS, [], bundled)
  const bind = { from: code.folder, to: CODE_INSIDE }
  const { readOnlyBinds = [], writableBinds = [] } = options
  const isKnown = ({ to }: Bind) => readOnlyBinds.some((known) => known.to === to)
  return {
    ...options,
    args: [...flags, runner, code.way, CODE_FILE, ...(options.args ?? []).slice(flags.length)],
    readOnlyBinds: [
      ...readOnlyBinds,
      ...runnerBinds.filter((each) => !isKnown(each)),
      ...(code.way === 'leave' ? [] : [bind]),
    ],
    writableBinds: [...writableBinds, ...(code.way === 'leave' ? [bind] : [])],
  }
}

/** It gets its folders: what it reads, what it writes, and where it may spill. */
export function startProgram(
  program: Program,
  { folder, isSandboxed }: StartOptions,
  folders: ProgramFolders,
): Promise<StartedProgram> {
  return isSandboxed ? startInside(program, folder, folders) : startBare(program, folders)
}

async function startInside(program: Program, folder: string, folders: ProgramFolders): Promise<StartedProgram> {
  const bundled = await bundledProgram(program.entry, join(folder, 'program'))
  await bundledProgram(RUN_PROCESS, join(folder, 'program'))
  // V8 passes over code that was made under other flags.
  const code = await compiledCode([program.entry, ...program.flags].join(' '), () =>
    leaveCode(program, folder, bundled),
  )
  const options = programSandbox(program, folders, bundled)
  const way = program.isShortLived ? 'read-once' : 'read'
  const sandboxed = startSandboxed(
    code === null ? options : withCode(program, options, bundled, { way, folder: placeCode(program, folder, code) }),
  )
  const [channel] = sandboxed.channels
  assertState(channel, 'the channel that was asked for')
  return {
    pid: sandboxed.pid,
    channel,
    kill: () => sandboxed.kill(),
    ended: sandboxed.exited.then(({ reason, code, signal }) => {
      const output = `${reason} (${signal ?? code}) ${sandboxed.stderr.text()}`
      return { end: reason === 'memory' ? 'memory' : endOf(reason === 'killed', output), output }
    }),
    pssBytes: async () => (await sandboxed.memory()).pssBytes,
  }
}

/** Writes the code where processes of this folder read it; returns its folder. */
function placeCode({ name }: Program, folder: string, code: Buffer): string {
  const to = join(folder, `code-${name}`)
  if (existsSync(to)) return to
  mkdirSync(to, { mode: 0o700 })
  writeFileSync(join(to, CODE_NAME), code, { mode: 0o600 })
  for (const path of [join(to, CODE_NAME), to]) shareWithSandbox(path, 'read')
  return to
}

/**
 * Starts a process that leaves its code behind when it is ready and has rehearsed: no file and no question of a user has come near it. The
 * others can only read what it wrote.
 */
async function leaveCode(program: Program, folder: string, bundled: string): Promise<Buffer | null> {
  const folders = makeProgramFolders(program, { folder, isSandboxed: true })
  const options = programSandbox(program, folders, bundled)
  const sandboxed = startSandboxed(withCode(program, options, bundled, { way: 'leave', folder: folders.own }))
  sandboxed.setDeadline(LEAVE_CODE_MS)
  const [channel] = sandboxed.channels
  assertState(channel, 'the channel that was asked for')
  const { rehearse = firstWord } = program
  try {
    await Promise.race([rehearse(channel, folders.input), sandboxed.exited]).catch(() => sandboxed.kill())
    channel.end()
    const { reason, code } = await sandboxed.exited
    if (reason !== 'exit' || code !== 0) return null
    // A file, and no link to one of ours.
    return await readFile(join(folders.own, CODE_NAME), { flag: constants.O_RDONLY | constants.O_NOFOLLOW })
  } finally {
    await rm(folders.root, { recursive: true, force: true })
  }
}

async function firstWord(channel: Socket): Promise<void> {
  await once(channel, 'data')
}

/** Where no sandbox can be made, on an operator's word or on loopback: what the program sees to itself is all there is. */
async function startBare(program: Program, { root, input, own }: ProgramFolders): Promise<StartedProgram> {
  const { flags, entry, environment, memoryBytes, isWatchedWhenBare, givesWay } = program
  const child: ChildProcess = spawn(
    process.execPath,
    [...flags, await bundledFile(entry), input, own, join(root, 'spill')],
    {
      cwd: '/',
      env: environment,
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    },
  )
  const channel = child.stdio[3]
  assertState(channel instanceof Socket && child.stderr, 'a pipe of a child is a socket')
  channel.on('error', () => {})
  const pid = child.pid ?? 0
  if (givesWay && pid > 0) giveWay(pid)
  const stderr = new CappedOutput(child.stderr, OUTPUT_BYTES)
  let cause: 'memory' | 'killed' | undefined
  const endFor = (why: 'memory' | 'killed') => {
    cause ??= why
    child.kill('SIGKILL')
  }
  const watched = { pid, limitBytes: memoryBytes, mayFork: false, onExceeded: () => endFor('memory') }
  const stopWatching = isWatchedWhenBare ? watchMemory(watched) : () => {}
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(`exit (${signal ?? code})`))
    child.once('error', (error) => resolve(error.message))
  }).then((reason): ProgramEnd => {
    stopWatching()
    const output = `${reason} ${stderr.text()}`
    return { end: cause === 'memory' ? cause : endOf(cause === 'killed', output), output }
  })
  return {
    pid,
    channel,
    kill: () => endFor('killed'),
    ended,
    pssBytes: async () => (await measureMemory([pid])).pssBytes,
  }
}

function endOf(isKilled: boolean, output: string): ProgramEnd['end'] {
  if (isKilled) return 'killed'
  return /out of memory|allocation failed/i.test(output) ? 'memory' : 'crash'
}
