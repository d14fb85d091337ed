import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { cpuSecondsOf } from '../lib/cpu-seconds.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const OWNER = 'aiko'
/** In a view of mounts and processes of its own, so that all of them are gone with the command. */
const ENTER = `mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && cp /etc/resolv.conf /etc/hosts "$0/etc/" &&
  exec chroot --userspec="${OWNER}:${OWNER}" "$0" /usr/bin/env -C "/${OWNER}" -i "$@"`

/** An unused machine. Commands run as its owner, in the home folder of that user. */
export type Machine = {
  /** Puts a file into the home of the owner. */
  bring: (file: string, name: string) => void
  /** Whether a file of that name lies anywhere in the home of the owner. */
  has: (name: string) => boolean
  start: (command: readonly string[], environment?: Readonly<Record<string, string>>) => Started
  clear: () => void
}

export type Started = {
  /** Resolves with what matched; rejects when the command ends before. */
  says: (pattern: RegExp) => Promise<RegExpExecArray>
  /** As Ctrl-C in a terminal does: to all that it started in the foreground. */
  interrupt: () => Promise<number | null>
  /** Everything it said, when it has ended well. */
  done: () => Promise<string>
  kill: () => void
  /** What it and all that it started have taken of the processor so far, as long as it runs. */
  cpuSeconds: () => number
}

/** `registry`: where its npm fetches packages. */
export function newMachine(registry: string): Machine {
  const clean = execFileSync(join(ROOT, 'scripts/clean-machine'), {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const folder = mkdtempSync(join(tmpdir(), 'bindery-machine-'))
  chmodSync(folder, 0o755)
  execFileSync('cp', ['-a', `${clean.trim()}/.`, folder])
  return {
    bring: (file, name) => copyFileSync(file, join(folder, OWNER, name)),
    has: (name) => execFileSync('find', [join(folder, OWNER), '-name', name], { encoding: 'utf8' }) !== '',
    start: (command, environment = {}) => start(folder, command, { ...surroundings(registry), ...environment }),
    clear: () => rmSync(folder, { recursive: true, force: true }),
  }
}

const surroundings = (registry: string) => ({
  HOME: `/${OWNER}`,
  PATH: '/usr/local/bin:/usr/bin:/bin',
  npm_config_registry: registry,
  npm_config_cafile: '/etc/ssl/certs/ca-certificates.crt',
  npm_config_update_notifier: 'false',
})

function start(folder: string, command: readonly string[], environment: Readonly<Record<string, string>>): Started {
  const given = Object.entries(environment).map(([name, value]) => `${name}=${value}`)
  const child = spawn(
    'unshare',
    ['--mount', '--pid', '--fork', '--kill-child', 'bash', '-c', ENTER, folder, ...given, ...command],
    {
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const ended = once(child, 'exit')
  const printed = outputOf(child)
  const signal = (name: NodeJS.Signals) => child.pid !== undefined && process.kill(-child.pid, name)
  return {
    says: (pattern) =>
      Promise.race([printed.says(pattern), ended.then(() => Promise.reject(new Error(printed.all())))]),
    interrupt: async () => {
      signal('SIGINT')
      const [code] = await ended
      return code
    },
    done: async () => {
      const output = child.stdout ? text(child.stdout) : ''
      const [code] = await ended
      if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}: ${printed.all()}`)
      return output
    },
    kill: () => child.exitCode === null && signal('SIGKILL'),
    cpuSeconds: () => cpuSecondsOf(child.pid ?? 0),
  }
}

function outputOf(child: ChildProcess) {
  let said = ''
  const waiting = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      for (const look of waiting) look()
    })
  return {
    all: () => said.slice(-2_000),
    says: (pattern: RegExp) =>
      new Promise<RegExpExecArray>((resolve) => {
        const look = () => {
          const found = pattern.exec(said)
          if (found) resolve(found)
        }
        waiting.add(look)
        look()
      }),
  }
}
