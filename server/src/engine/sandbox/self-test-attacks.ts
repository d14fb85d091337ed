import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { attack, listMarked, type StartedAttack, startAttack } from './attack.ts'
import { listTree } from './process-tree.ts'
import { check, faultUnless, type Probe, type SandboxCheck } from './sandbox-check.ts'
import type { SandboxOverrides } from './sandbox-options.ts'
import { parseCalls } from './seccomp.ts'
import { SYSCALL_GROUPS } from './syscall-rules.ts'

const MEGABYTE = 1024 * 1024
const [EPERM, ENOSYS, SIGSYS] = ['1', '38', 'signal 31']
const EXPECTED = { allow: '0', refuse: EPERM, absent: ENOSYS, kill: SIGSYS } as const
/** A loop is given this long, and may take that much longer to be gone on a busy machine. */
const LOOP_MS = 150
const GRACE_MS = 5_000

/** What a hostile program does: each attack in a sandbox of its own. */
export function testAttacks(overrides: SandboxOverrides): Promise<SandboxCheck>[] {
  const probes: Record<string, Probe> = {
    'hostile system calls are refused': () => makeCalls(overrides),
    'a program without leave starts no process': () => startProcesses(overrides, { mayFork: false, most: 0 }),
    'a fork bomb stops at the limit': () => startProcesses(overrides, { mayFork: true, most: 16 }),
    'a program past its memory is killed': () => useMemory(overrides),
    '/tmp is bounded': () => fill(overrides, '/tmp', 8),
    '/dev/shm is bounded': () => fill(overrides, '/dev/shm', 16),
    'an endless loop ends at the deadline': () => loop(overrides),
    'a kill leaves no process': () => sleep(overrides),
    'daemons end with the program': () => leaveDaemons(overrides),
    'a flood of output is cut': () => flood(overrides),
    'the environment is empty': () => showEnvironment(overrides),
    'knobs of the kernel are out of reach': () => lookAtProc(overrides),
    'the program has no capability': () => lookAtRights(overrides),
  }
  return Object.entries(probes).map(([name, probe]) => check(name, probe))
}

/** All calls that are not allowed as such, with zeros for arguments, and the allowed ones with arguments that are not. */
async function makeCalls(overrides: SandboxOverrides): Promise<string[]> {
  const { arch } = process
  if (arch !== 'x64' && arch !== 'arm64') return [`there are no system call rules for ${arch}`]
  const isX64 = arch === 'x64'
  const listed = SYSCALL_GROUPS.filter((group) => group.verdict !== 'allow').flatMap((group) =>
    parseCalls(group.calls).flatMap((call) => {
      const number = call[arch]
      return number === undefined ? [] : [{ name: call.name, call: `${number}`, expected: EXPECTED[group.verdict] }]
    }),
  )
  const shaped = [
    { name: 'clone of a user namespace', call: `${isX64 ? 56 : 220}:${0x10000011}`, expected: SIGSYS },
    { name: 'clone of a network namespace', call: `${isX64 ? 56 : 220}:${0x40000011}`, expected: SIGSYS },
    { name: 'prctl that outlives the parent', call: `${isX64 ? 157 : 167}:1:0`, expected: EPERM },
    { name: 'ioctl that types into a terminal', call: `${isX64 ? 16 : 29}:0:${0x5412}`, expected: EPERM },
    { name: 'limits of another process', call: `${isX64 ? 302 : 261}:1:7`, expected: EPERM },
    { name: 'socketpair of the internet', call: `${isX64 ? 53 : 199}:2:1`, expected: EPERM },
    { name: 'memory without a name', call: `${isX64 ? 319 : 279}:0:0`, expected: EPERM },
    { name: 'an unknown call', call: '1000', expected: ENOSYS },
  ]
  const calls = [...listed, ...shaped]
  const { lines } = await attack({ what: 'calls', args: calls.map(({ call }) => call), mayFork: true }, overrides)
  return calls.flatMap(({ name, expected }, n) => faultUnless(lines[n] === expected, `${name}: ${lines[n]}`))
}

async function startProcesses(overrides: SandboxOverrides, { mayFork, most }: { mayFork: boolean; most: number }) {
  const { lines } = await attack({ what: 'processes', args: ['40'], mayFork, maxProcesses: 16 }, overrides)
  const made = Number(lines[0])
  return faultUnless(made <= most, `${made} processes`)
}

async function useMemory(overrides: SandboxOverrides) {
  const { exit, lines } = await attack({ what: 'memory', args: ['512'], memoryBytes: 48 * MEGABYTE }, overrides)
  return faultUnless(exit.reason === 'memory', `${exit.reason} ${lines.join(' ')}`)
}

async function fill(overrides: SandboxOverrides, folder: string, megabytes: number) {
  const { lines, errors } = await attack({ what: 'fill', args: [folder, '24'], tmpfsBytes: 8 * MEGABYTE }, overrides)
  return faultUnless(Number(lines[0]) <= megabytes, `${lines[0]} MB written ${errors}`)
}

async function loop(overrides: SandboxOverrides) {
  const { exit, elapsedMs, left } = await attack({ what: 'loop', deadlineMs: LOOP_MS }, overrides)
  return [
    ...faultUnless(exit.reason === 'deadline', exit.reason),
    ...faultUnless(elapsedMs < LOOP_MS + GRACE_MS, `gone after ${Math.round(elapsedMs)} ms`),
    ...faultUnless(left === 0, `${left} processes left`),
  ]
}

async function sleep(overrides: SandboxOverrides) {
  const { process: sleeper, mark, finish } = await startSleeper(overrides)
  const users = listMarked(mark).map(({ uid }) => uid)
  sleeper.kill()
  const { exit, left } = await finish()
  return [
    ...faultUnless(users.length > 0 && !users.includes(0), `ran as uid ${users.join(', ')}`),
    ...faultUnless(exit.reason === 'killed', exit.reason),
    ...faultUnless(left === 0, `${left} processes left`),
  ]
}

async function startSleeper(overrides: SandboxOverrides): Promise<StartedAttack> {
  const started = startAttack({ what: 'sleep' }, overrides)
  const [channel] = started.process.channels
  if (channel) await Promise.race([once(channel, 'data'), started.process.exited])
  return started
}

async function leaveDaemons(overrides: SandboxOverrides) {
  const setsid = process.arch === 'x64' ? '112' : '157'
  const { lines, left } = await attack({ what: 'daemons', args: [setsid], mayFork: true }, overrides)
  return [
    ...faultUnless(lines[0] === 'left', 'none were started'),
    ...faultUnless(left === 0, `${left} processes left`),
  ]
}

async function flood(overrides: SandboxOverrides) {
  const { isCut, lines } = await attack({ what: 'flood' }, overrides)
  return faultUnless(isCut, `${lines.join('').length} bytes kept`)
}

async function showEnvironment(overrides: SandboxOverrides) {
  const { lines } = await attack({ what: 'environment' }, overrides)
  const [shown, ...variables] = lines
  return shown === 'shown' ? variables : ['nothing was shown']
}

/** What lies below the missing /proc: it must hold even where it is visible. */
async function lookAtProc(overrides: SandboxOverrides) {
  const without = [...(overrides.without ?? []), 'no-proc' as const]
  try {
    const { lines } = await attack({ what: 'proc' }, { ...overrides, without })
    if (lines.length === 0) return ['nothing could be read']
    return lines.filter((line) => line.startsWith('writable') || line.startsWith('/proc/1/environ'))
  } catch (error) {
    // A container hides parts of its own /proc, and the kernel then shows no process in it another: there is nothing to reach.
    if (error instanceof Error && error.message.includes("Can't mount proc")) return []
    throw error
  }
}

/** As the kernel tells it to us; the program itself has no /proc to ask. */
async function lookAtRights(overrides: SandboxOverrides) {
  const { process: sleeper, finish } = await startSleeper(overrides)
  const program = listTree(sleeper.pid).at(-1)
  const status = readFileSync(`/proc/${program}/status`, 'utf8')
  sleeper.kill()
  await finish()
  const statusOf = (name: string) => new RegExp(`^${name}:\\s+(\\S+)$`, 'm').exec(status)?.[1]
  const sets = ['CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb']
  return [
    ...sets.flatMap((set) => faultUnless(Number(`0x${statusOf(set)}`) === 0, `${set} ${statusOf(set)}`)),
    ...faultUnless(statusOf('NoNewPrivs') === '1', 'it can gain privileges'),
    ...faultUnless(statusOf('Seccomp') === '2', 'its system calls are not filtered'),
  ]
}
