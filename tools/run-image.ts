import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/** A container of an image, as far as it can be had without a daemon: unpacked, and what the image says about itself. */
export type Container = {
  root: string
  /** All that a registry would show of it. */
  description: string
  config: Config
  sizeMb: number
  remove: () => void
}

export type Config = { User: string; Env: string[]; Entrypoint: string[]; Cmd: string[]; WorkingDir: string }

/** What buildah keeps, it keeps where scripts/build-image has put it. */
const STORE = { ...process.env, STORAGE_DRIVER: 'vfs', BUILDAH_ISOLATION: 'chroot' }
const START_MS = 90_000

export function openImage(name: string): Container {
  const buildah = (...args: string[]) => execFileSync('buildah', args, { env: STORE, encoding: 'utf8' }).trim()
  const container = buildah('from', '--pull-never', name)
  const remove = () => void buildah('rm', container)
  try {
    const root = buildah('mount', container)
    const description = buildah('inspect', '--type', 'image', name)
    const sizeMb = Number(execFileSync('du', ['-sm', '--one-file-system', root], { encoding: 'utf8' }).split('\t')[0])
    return { root, description, config: JSON.parse(description).OCIv1.config, sizeMb, remove }
  } catch (error) {
    remove()
    throw error
  }
}

export type RunOptions = {
  /** Written to, as a volume is. */
  data: string
  environment: Readonly<Record<string, string>>
  /** Whether a process inside may make namespaces of its own, which Docker's profile forbids. */
  hasNamespaces: boolean
  args?: readonly string[]
}

/**
 * As a cautious runtime would run it: as the user it names, without any capability, on a root that cannot be written to; of this
 * machine it shares the network.
 */
export function runImage({ root, config }: Container, options: RunOptions): ChildProcess {
  const { data, environment, hasNamespaces, args = config.Cmd } = options
  const user = config.User
  const given = [...config.Env, ...Object.entries(environment).map(([name, value]) => `${name}=${value}`)]
  const become = [
    'setpriv',
    `--reuid=${user}`,
    `--regid=${user}`,
    '--clear-groups',
    '--no-new-privs',
    '--inh-caps=-all',
    '--bounding-set=-all',
  ]
  const mayChange = ['CAP_SETUID', 'CAP_SETGID', 'CAP_SETPCAP'].flatMap((name) => ['--cap-add', name])
  // A process that may make namespaces may mount a /proc in them only where nothing of the outer one is hidden from it.
  const open = ['--bind', '/proc', '/proc', ...mayChange]
  const closed = ['--proc', '/proc', '--unshare-pid', '--as-pid-1', '--unshare-user', '--disable-userns']
  const confine = hasNamespaces ? open : [...closed, '--uid', user, '--gid', user]
  return spawn(
    'bwrap',
    [
      ...['--ro-bind', root, '/', '--dev', '/dev', '--tmpfs', '/tmp', '--bind', data, '/data'],
      ...['--unshare-ipc', '--unshare-uts', '--die-with-parent', '--chdir', config.WorkingDir],
      ...confine,
      ...['--', ...(hasNamespaces ? become : []), 'env', '-i', ...given, ...config.Entrypoint, ...args],
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
}

/** As a runtime stops it: to its first process, which is a child of what we started and would outlive that. */
export function stop({ pid = 0, exitCode, signalCode }: ChildProcess, signal: NodeJS.Signals = 'SIGTERM') {
  if (exitCode !== null || signalCode !== null) return
  const [first] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')
  process.kill(Number(first), signal)
}

/** Everything it said, once it has ended. */
export async function outputOf(child: ChildProcess): Promise<{ code: number | null; said: string }> {
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (bytes: Buffer) => {
      said += bytes
    })
  const [code] = await once(child, 'close')
  return { code, said }
}

/** Seconds until it serves. */
export async function untilReady(url: string, child: ChildProcess): Promise<number> {
  const began = performance.now()
  let answer = 'nothing'
  while (performance.now() - began < START_MS) {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}`)
    const response = await fetch(`${url}/readyz`).catch(() => undefined)
    if (response?.ok) return Math.round((performance.now() - began) / 100) / 10
    if (response) answer = await response.text()
    await pause(100)
  }
  throw new Error(`it was not ready in time; the last it said: ${answer}`)
}
