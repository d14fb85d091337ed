import { readFileSync } from 'node:fs'
import { assertState } from '../../platform/errors.ts'
import { findProgram, programBinds } from './program-binds.ts'
import type { Bind, Protection, SandboxOptions } from './sandbox-options.ts'
import type { SandboxUser } from './sandbox-user.ts'
import { buildSeccompFilter } from './seccomp.ts'

/** A shell inside and out: it joins the cgroups first, and lowers the limits last. */
const SHELL = '/bin/sh'
const SHM_BYTES = 16 * 1024 * 1024
const OPEN_FILES = 256
const MAX_CHANNELS = 5
const DEVICES = ['/dev/null', '/dev/zero', '/dev/random', '/dev/urandom']
/** Any number that is not root's; it means nothing outside. */
const UID_INSIDE = '65534'

/** Runs on the host, before the user is changed. When memory runs out on the whole machine the kernel shall not choose the service. */
const JOIN_GROUPS = `echo 500 >/proc/self/oom_score_adj
umask 077
while [ "$1" != -- ]; do echo 0 >"$1" || exit 125; shift; done
shift
exec "$@"`

export type Launch = {
  command: string
  args: readonly string[]
  environment: Readonly<Record<string, string>>
  /** Over this descriptor the inner shell says that it is there, and waits for the word to go on. */
  gate: number
  /** Here bubblewrap tells the process id of the program. */
  info: number
  /** What is written to the descriptors after `info`, in order. */
  feeds: readonly Buffer[]
}

type LaunchInput = {
  options: SandboxOptions
  user: SandboxUser
  joinFiles: readonly string[]
  without: readonly Protection[]
}

/** From outside in: sh (joins the cgroups) → setpriv (another user, no rights) → bwrap (namespaces) → sh (limits) → the program. */
export function planLaunch({ options, user, joinFiles, without }: LaunchInput): Launch {
  const channels = options.channels ?? 0
  // The shell can name descriptors of one digit only.
  assertState(channels <= MAX_CHANNELS, `${channels} channels are more than ${MAX_CHANNELS}`)
  const gate = 3 + channels
  const [info, mounts, firstFeed] = [gate + 1, gate + 2, gate + 3]
  const has = (protection: Protection) => !without.includes(protection)

  const feeds: Buffer[] = []
  const feed = (content: Buffer) => String(firstFeed + feeds.push(content) - 1)
  const sandbox = [
    ...isolate(has),
    ...mount(options, has, feed),
    ...(has('seccomp') ? ['--seccomp', feed(seccompFilter(options.mayFork ?? false))] : []),
    ...(has('empty-environment') ? ['--clearenv'] : []),
    ...Object.entries(options.environment ?? {}).flatMap(([name, value]) => ['--setenv', name, value]),
    ...['--info-fd', String(info), '--chdir', '/tmp'],
  ]
  const inner = [SHELL, '-c', limitAndWait(options, gate, has), 'sandbox', options.program, ...(options.args ?? [])]
  return {
    command: SHELL,
    args: [
      ...['-c', JOIN_GROUPS, 'sandbox', ...joinFiles, '--'],
      ...(has('own-user') ? changeUser(user) : []),
      // Arguments of the host's own, such as the paths of binds, go through a descriptor: a command line is for all to see.
      ...[required('bwrap'), '--args', String(mounts), '--', ...inner],
    ],
    environment: has('empty-environment') ? {} : { LEFT_BY_THE_HOST: 'yes' },
    gate,
    info,
    feeds: [Buffer.from(sandbox.map((argument) => `${argument}\0`).join('')), ...feeds],
  }
}

function changeUser({ uid, gid, isSwitched }: SandboxUser): string[] {
  const another = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--inh-caps=-all', '--bounding-set=-all']
  return [required('setpriv'), ...(isSwitched ? another : []), '--no-new-privs', '--pdeathsig', 'KILL']
}

type Has = (protection: Protection) => boolean

function isolate(has: Has): string[] {
  return [
    ...['--unshare-user', '--uid', UID_INSIDE, '--gid', UID_INSIDE],
    ...(mayForbidNamespaces() ? ['--disable-userns'] : []),
    ...['--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try', '--hostname', 'sandbox'],
    ...(has('network-namespace') ? ['--unshare-net'] : []),
    // As process 1 of its namespace: when it ends the kernel has ended all others, and bubblewrap ends after that.
    ...(has('process-namespace') ? ['--unshare-pid', '--as-pid-1'] : []),
    ...(has('capabilities-dropped') ? ['--cap-drop', 'ALL'] : []),
    ...['--die-with-parent', '--new-session'],
  ]
}

let mayForbid: boolean | undefined

/**
 * Bubblewrap forbids further user namespaces by a file below /proc/sys, which a container may hold read-only. There
 * the filter of system calls alone forbids them, as it does everywhere.
 */
function mayForbidNamespaces(): boolean {
  mayForbid ??= !/^\S+ \S+ \S+ \S+ \/proc\/sys ro\b/m.test(readFileSync('/proc/self/mountinfo', 'utf8'))
  return mayForbid
}

/** An empty root that holds what was asked for. No /proc: it would show the host's paths and many knobs. */
function mount(options: SandboxOptions, has: Has, feed: (content: Buffer) => string): string[] {
  const readOnly = [...programBinds(SHELL, SHELL), ...(options.readOnlyBinds ?? [])]
  const tmpfs = (path: string, bytes: number, isSized: boolean) => [
    ...(isSized ? ['--size', String(bytes)] : []),
    ...['--tmpfs', path],
  ]
  return [
    ...DEVICES.flatMap((device) => ['--dev-bind', device, device]),
    ...(has('no-proc') ? [] : ['--proc', '/proc']),
    ...tmpfs('/dev/shm', SHM_BYTES, has('shm-size')),
    ...tmpfs('/tmp', options.tmpfsBytes, has('tmpfs-size')),
    ...withoutRepeats(readOnly).flatMap(({ from, to }) => ['--ro-bind', from, to]),
    ...(options.writableBinds ?? []).flatMap(({ from, to }) => ['--bind', from, to]),
    ...(options.files ?? []).flatMap(({ to, content }) => ['--perms', '0444', '--file', feed(content), to]),
    ...(has('read-only-root') ? ['--remount-ro', '/'] : []),
  ]
}

/** Programs share libraries. */
function withoutRepeats(binds: readonly Bind[]): Bind[] {
  return [...new Map(binds.map((bind) => [bind.to, bind])).values()]
}

/**
 * Runs inside. Only what starts after "go" may live on: until then a service that dies would leave the program behind, since
 * bubblewrap binds its life to its parent's in its very last step. The number of processes is limited in here because outside
 * it is counted over all sandboxes of the user together.
 */
function limitAndWait(options: SandboxOptions, gate: number, has: Has): string {
  const { maxProcesses, cpuSeconds, fileSizeBytes, openFiles = OPEN_FILES } = options
  return [
    ...(has('start-gate') ? [`echo ready >&${gate}`, `read -r go <&${gate} || exit 125`] : []),
    ...(has('closed-descriptors') ? [`exec ${gate}>&-`] : []),
    'ulimit -c 0',
    `ulimit -n ${openFiles}`,
    ...(cpuSeconds === undefined ? [] : [`ulimit -t ${Math.ceil(cpuSeconds)}`]),
    // Counted in blocks of 512 bytes.
    ...(fileSizeBytes === undefined ? [] : [`ulimit -f ${Math.ceil(fileSizeBytes / 512)}`]),
    // bash says -u, dash says -p.
    ...(has('process-limit') ? [`ulimit -u ${maxProcesses} 2>/dev/null || ulimit -p ${maxProcesses} || exit 125`] : []),
    // The shell makes it up; the program's environment is what was asked for.
    'unset PWD',
    'exec "$@"',
  ].join('\n')
}

const filters = new Map<boolean, Buffer>()

function seccompFilter(mayFork: boolean): Buffer {
  const { arch } = process
  assertState(arch === 'x64' || arch === 'arm64', `there are no system call rules for ${arch}`)
  const filter = filters.get(mayFork) ?? buildSeccompFilter(arch, { mayFork })
  filters.set(mayFork, filter)
  return filter
}

function required(name: string): string {
  const path = findProgram(name)
  if (!path) throw new Error(`The program '${name}' is missing. Install the packages bubblewrap and util-linux.`)
  return path
}
