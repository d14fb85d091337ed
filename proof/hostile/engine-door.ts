import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { copyFileSync, readFileSync, rmSync, statSync } from 'node:fs'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ENGINE, type EngineFolders, makeEngineFolders } from '../../server/src/engine/duckdb/engine-process-handle.ts'
import { FrameReader, writeFrame } from '../../server/src/engine/duckdb/protocol/frames.ts'
import { listMarked } from '../../server/src/engine/sandbox/attack.ts'
import { killProcess } from '../../server/src/engine/sandbox/process-tree.ts'
import { startSandboxed } from '../../server/src/engine/sandbox/sandbox.ts'
import type { Protection } from '../../server/src/engine/sandbox/sandbox-options.ts'
import { sandboxUser, shareWithSandbox } from '../../server/src/engine/sandbox/sandbox-user.ts'
import { programSandbox } from '../../server/src/engine/sandbox/start-program.ts'
import type { Door, Outcome } from './door.ts'
import type { HostileAnswer } from './hostile-process.ts'
import { type HostileWorld, listFiles } from './hostile-world.ts'
import { watchPeak } from './watch-peak.ts'

const REPOSITORY = join(import.meta.dirname, '../..')
const PROGRAM = 'proof/hostile/hostile-process.ts'
const DUCKDB = 'node_modules/@duckdb/node-api'
const GRACE_MS = 1_000

type Started = {
  pid: number
  channel: Socket
  setDeadline: (milliseconds: number) => void
  kill: () => void
  exited: Promise<Outcome['end']>
  printed: () => string
}

export type EngineDoorOptions = {
  deadlineMs: number
  /** False: DuckDB as it comes. */
  isLocked?: boolean
  /** Layers of the sandbox that a control takes away. */
  without?: readonly Protection[]
  /** False in the control that does not end statements which run on. */
  isKilled?: boolean
}

/** Engines in their sandbox, a new one for each sequence: DuckDB as engines open it, and no gate before it. */
export function engineDoor(world: HostileWorld, options: EngineDoorOptions): Door {
  const { deadlineMs, without = [], isLocked = true, isKilled = true } = options
  return {
    name: isLocked ? 'engine' : 'sandbox alone',
    places: { ...world.places, IN_DIR: '/in', OWN_DIR: '/own', SPILL_DIR: '/tmp/spill' },
    known: [],
    send: async (statements) => {
      const folders = newFolders(world)
      const mark = `bindery-hostile-${randomUUID()}`
      const started = startInside(folders, mark, { isLocked, without })
      if (!isKilled) started.setDeadline = () => {}
      const outcome = await attack(started, mark, statements, deadlineMs)
      const { memoryBytes } = programSandbox(ENGINE, folders)
      const said = [outcome.said, ...readFiles(folders.own)].join('\n')
      rmSync(folders.root, { recursive: true, force: true })
      return { ...outcome, said, memoryShare: outcome.peakBytes / memoryBytes }
    },
  }
}

/** DuckDB in a process like any other, without a sandbox. */
export function bareDoor(world: HostileWorld, { deadlineMs, isLocked = true }: EngineDoorOptions): Door {
  const folders = newFolders(world)
  const spill = join(folders.own, 'spill')
  return {
    name: isLocked ? 'lock alone' : 'bare',
    places: { ...world.places, IN_DIR: folders.input, OWN_DIR: folders.own, SPILL_DIR: spill },
    // DuckDB's settings and views name the folders it works in.
    known: isLocked ? [folders.root] : [],
    send: async (statements) => {
      const mark = `bindery-hostile-${randomUUID()}`
      const outcome = await attack(
        startBare(folders, [nameOf(isLocked), mark, folders.input, folders.own, spill]),
        mark,
        statements,
        deadlineMs,
      )
      return { ...outcome, memoryShare: 0 }
    },
  }
}

function newFolders({ folder, visibleSegment }: HostileWorld): EngineFolders {
  const folders = makeEngineFolders({ folder, isSandboxed: true })
  const people = join(folders.input, 'people.parquet')
  copyFileSync(visibleSegment, people)
  shareWithSandbox(people, 'read')
  return folders
}

const nameOf = (isLocked: boolean) => (isLocked ? 'locked' : 'open')

type Layers = { isLocked: boolean; without: readonly Protection[] }

function startInside(folders: EngineFolders, mark: string, { isLocked, without }: Layers): Started {
  const engine = programSandbox(ENGINE, folders)
  const sandboxed = startSandboxed(
    {
      ...engine,
      args: [`/app/${PROGRAM}`, nameOf(isLocked), mark, '/in', '/own', '/tmp/spill'],
      readOnlyBinds: [
        ...(engine.readOnlyBinds ?? []),
        { from: join(REPOSITORY, 'proof/hostile'), to: '/app/proof/hostile' },
        { from: join(REPOSITORY, 'package.json'), to: '/app/package.json' },
        // Engines have it in their one file; this program runs from its sources.
        { from: join(REPOSITORY, DUCKDB), to: `/app/${DUCKDB}` },
      ],
    },
    { without },
  )
  return {
    pid: sandboxed.pid,
    channel: channelIn(sandboxed.channels[0]),
    setDeadline: (milliseconds) => sandboxed.setDeadline(milliseconds),
    kill: () => sandboxed.kill(),
    exited: sandboxed.exited.then(({ reason }) => {
      if (reason === 'not-started') throw new Error(`no sandbox could be made: ${sandboxed.stderr.text()}`)
      return reason === 'deadline' || reason === 'memory' ? reason : 'died'
    }),
    printed: () => `${sandboxed.stdout.text()}${sandboxed.stderr.text()}`,
  }
}

/** As the sandbox's user, so that nothing of the host's own is harmed. */
function startBare({ root, own }: EngineFolders, args: readonly string[]): Started {
  const { uid, gid, isSwitched } = sandboxUser()
  const child = spawn(process.execPath, [join(REPOSITORY, PROGRAM), ...args], {
    cwd: root,
    env: { ...process.env, HOME: own },
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    ...(isSwitched ? { uid, gid } : {}),
  })
  const kill = () => void child.kill('SIGKILL')
  return {
    pid: child.pid ?? 0,
    channel: channelIn(child.stdio[3]),
    setDeadline: (milliseconds) => setTimeout(kill, milliseconds).unref(),
    kill,
    exited: new Promise((resolve) => child.once('exit', () => resolve('died'))),
    printed: () => '',
  }
}

function channelIn(stream: unknown): Socket {
  if (!(stream instanceof Socket)) throw new Error('impossible: a pipe of a child is a socket')
  stream.on('error', () => {})
  return stream
}

type Attacked = Omit<Outcome, 'memoryShare'> & { peakBytes: number }

async function attack(
  started: Started,
  mark: string,
  statements: readonly string[],
  deadlineMs: number,
): Promise<Attacked> {
  const { exited } = started
  const peak = watchPeak(started.pid)
  const { ready, answered, said } = listen(started.channel)
  await Promise.race([ready, exited])
  started.setDeadline(deadlineMs)
  writeFrame(started.channel, { statements })
  const end = await Promise.race([answered, exited, sleep(deadlineMs + GRACE_MS, 'late' as const)])
  const survivors = end === 'answered' ? [] : listMarked(mark)
  for (const { pid } of survivors) killProcess(pid)
  started.kill()
  await exited
  const peakBytes = peak.stop()
  said.push(started.printed())
  return { said: said.join('\n'), end: end === 'late' ? 'deadline' : end, survivors: survivors.length, peakBytes }
}

/** What the process says, as it comes. */
function listen(channel: Socket): { ready: Promise<void>; answered: Promise<'answered'>; said: string[] } {
  const ready = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<'answered'>()
  const said: string[] = []
  const frames = new FrameReader()
  channel.on('data', (piece: Buffer) => {
    for (const { header } of frames.read(piece)) {
      // Safe: hostile-process.ts sends nothing else.
      const answer = header as HostileAnswer
      if ('said' in answer) said.push(answer.said)
      else if ('isReady' in answer) ready.resolve()
      else answered.resolve('answered')
    }
  })
  return { ready: ready.promise, answered: answered.promise, said }
}

function readFiles(folder: string): string[] {
  return listFiles(folder).flatMap((path) => (statSync(path).isFile() ? [readFileSync(path, 'latin1')] : []))
}
