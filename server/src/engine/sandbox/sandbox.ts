import { type ChildProcess, spawn } from 'node:child_process'
import type { Socket } from 'node:net'
import { constants } from 'node:os'
import { assertState } from '../../platform/errors.ts'
import { CappedOutput } from './capped-output.ts'
import { createMemoryGroup, findCgroupHome, type MemoryGroup } from './cgroup.ts'
import { type Launch, planLaunch } from './launch-command.ts'
import {
  giveWay,
  killProcess,
  letSessionGiveWay,
  listTree,
  measureMemory,
  type ProcessMemory,
  parentOf,
  watchMemory,
} from './process-tree.ts'
import type { SandboxExit, SandboxOptions, SandboxOverrides } from './sandbox-options.ts'
import { sandboxUser } from './sandbox-user.ts'

const OUTPUT_BYTES = 64 * 1024
/** A program is gone within milliseconds of its SIGKILL; bubblewrap is killed too where something holds it up. */
const PATIENCE_MS = 10_000
/** No process is left that could write, so the end of the output is here as soon as we look. */
const LAST_OUTPUT_MS = 2_000

/**
 * Starts a program that nothing is trusted with. Throws where bubblewrap or setpriv is missing. The program dies with the thread that
 * calls this, so call it from the main one.
 */
export function startSandboxed(options: SandboxOptions, overrides: SandboxOverrides = {}): SandboxedProcess {
  const without = overrides.without ?? []
  const home = overrides.isPolled || without.includes('memory-limit') ? null : findCgroupHome()
  const maxProcesses = without.includes('process-limit') ? 100_000 : options.maxProcesses
  const group = home && createMemoryGroup(home, { memoryBytes: options.memoryBytes, maxProcesses })
  const isPolled = !group && !without.includes('memory-limit')
  try {
    const launch = planLaunch({ options, user: sandboxUser(), joinFiles: group?.joinFiles ?? [], without })
    return new SandboxedProcess(options, launch, group, isPolled)
  } catch (error) {
    void group?.remove()
    throw error
  }
}

/** How memory is limited on this machine. */
export function memoryLimitKind(): 'cgroup-v1' | 'cgroup-v2' | 'polling' {
  const home = findCgroupHome()
  return home ? `cgroup-${home.version}` : 'polling'
}

export class SandboxedProcess {
  /** Of bubblewrap, which ends when everything inside has ended. */
  readonly pid: number
  /** Descriptors 3, 4, … of the program. They do not report errors: `exited` reports every end. */
  readonly channels: readonly Socket[]
  readonly stdout: CappedOutput
  readonly stderr: CappedOutput
  /** Resolves, never rejects, when no process is left. */
  readonly exited: Promise<SandboxExit>

  readonly #options: SandboxOptions
  readonly #child: ChildProcess
  readonly #group: MemoryGroup | null
  #programPid: number | undefined
  #hasStarted = false
  #hasEnded = false
  /** Why we ended it; the first reason counts. */
  #cause: 'killed' | 'memory' | 'deadline' | undefined
  #deadline: NodeJS.Timeout | undefined
  #patience: NodeJS.Timeout | undefined
  #stopWatching: (() => void) | undefined

  constructor(options: SandboxOptions, launch: Launch, group: MemoryGroup | null, isPolled: boolean) {
    this.#options = options
    this.#group = group
    this.#child = spawn(launch.command, launch.args, {
      cwd: '/',
      env: launch.environment,
      stdio: ['ignore', ...Array.from({ length: launch.info + launch.feeds.length }, () => 'pipe' as const)],
    })
    this.pid = this.#child.pid ?? 0
    if (options.givesWay && this.pid > 0) giveWay(this.pid)
    this.exited = this.#awaitExit()
    if (options.onExit) void this.exited.then(options.onExit)
    this.stdout = new CappedOutput(this.#socket(1), options.outputBytes ?? OUTPUT_BYTES)
    this.stderr = new CappedOutput(this.#socket(2), options.outputBytes ?? OUTPUT_BYTES)
    this.channels = Array.from({ length: options.channels ?? 0 }, (_, n) => this.#socket(3 + n))
    for (const [n, content] of launch.feeds.entries()) this.#socket(launch.info + 1 + n).end(content)
    this.#learnPid(this.#socket(launch.info), isPolled)
    this.#openGate(this.#socket(launch.gate))
  }

  /** Ends the program and everything it started. */
  kill() {
    this.#end('killed')
  }

  /** Ends it by SIGKILL in that many milliseconds, unless cleared or set again before. Runs on the monotonic clock. */
  setDeadline(milliseconds: number) {
    clearTimeout(this.#deadline)
    if (!this.#hasEnded) this.#deadline = setTimeout(() => this.#end('deadline'), milliseconds)
  }

  clearDeadline() {
    clearTimeout(this.#deadline)
  }

  /** Of everything inside; zero before it has started and after it has ended. */
  async memory(): Promise<ProcessMemory> {
    if (this.#programPid === undefined || this.#hasEnded) return measureMemory([])
    // Looking for children reads a file for each thread: with hundreds of sandboxes that would hold up the service.
    return measureMemory(this.#options.mayFork ? listTree(this.#programPid) : [this.#programPid])
  }

  #socket(descriptor: number): Socket {
    // Safe: every descriptor but 0 was asked for as a pipe, which Node makes a socket.
    const socket = this.#child.stdio[descriptor] as Socket
    // Writing to a program that dies would otherwise bring the service down.
    socket.on('error', () => {})
    return socket
  }

  #learnPid(info: Socket, isPolled: boolean) {
    let text = ''
    info.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      const pid = Number(/"child-pid": (\d+)/.exec(text)?.[1] ?? 0)
      if (pid === 0 || this.#programPid !== undefined) return
      this.#programPid = pid
      if (this.#cause) this.#signalProgram()
      if (this.#hasStarted) this.#giveWayAsSession()
      if (isPolled) this.#pollMemory(pid)
    })
  }

  #pollMemory(pid: number) {
    const { memoryBytes: limitBytes, mayFork = false } = this.#options
    this.#stopWatching = watchMemory({ pid, limitBytes, mayFork, onExceeded: () => this.#end('memory') })
  }

  #openGate(gate: Socket) {
    gate.once('data', () => {
      if (this.#cause) return
      this.#hasStarted = true
      this.#giveWayAsSession()
      gate.end('go\n')
    })
  }

  /** Once it stands at the gate it has a session of its own; that and its process id are reported in no fixed order. */
  #giveWayAsSession() {
    if (this.#options.givesWay && this.#programPid !== undefined) letSessionGiveWay(this.#programPid)
  }

  #end(cause: 'killed' | 'memory' | 'deadline') {
    if (this.#hasEnded || this.#cause) return
    this.#cause = cause
    if (this.#programPid !== undefined) this.#signalProgram()
    this.#patience = setTimeout(() => this.#child.kill('SIGKILL'), PATIENCE_MS)
  }

  /** Not bubblewrap is killed but its child: bubblewrap then ends last, and so shows that no process is left. */
  #signalProgram() {
    const pid = this.#programPid
    assertState(pid !== undefined, 'a program without a process')
    // The number could be another process's by now.
    if (parentOf(pid) === this.pid) killProcess(pid)
  }

  async #awaitExit(): Promise<SandboxExit> {
    const ended = await new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
      this.#child.once('exit', (code, signal) => resolve({ code, signal }))
      this.#child.once('error', () => resolve({ code: 127, signal: null }))
    })
    this.#hasEnded = true
    clearTimeout(this.#deadline)
    clearTimeout(this.#patience)
    this.#stopWatching?.()
    await Promise.all([this.stdout.finish(LAST_OUTPUT_MS), this.stderr.finish(LAST_OUTPUT_MS)])
    const exit: SandboxExit = { ...readStatus(ended.code, ended.signal), reason: this.#reason(ended.code) }
    await this.#group?.remove()
    return exit
  }

  #reason(code: number | null): SandboxExit['reason'] {
    if (this.#cause) return this.#cause
    if (code !== 0 && this.#group?.wasExceeded()) return 'memory'
    return this.#hasStarted ? 'exit' : 'not-started'
  }
}

/** Bubblewrap, like a shell, reports a signal by adding 128 to its number. */
function readStatus(code: number | null, signal: NodeJS.Signals | null): Pick<SandboxExit, 'code' | 'signal'> {
  if (code === null || code <= 128) return { code, signal }
  // Safe: the keys of os.constants.signals are the names of signals.
  const names = Object.keys(constants.signals) as NodeJS.Signals[]
  const found = names.find((name) => constants.signals[name] === code - 128)
  return found ? { code: null, signal: found } : { code, signal }
}
