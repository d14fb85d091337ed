import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../lib/free-port.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const START_MS = 60_000

export type LoopbackRegistry = { url: string; close: () => Promise<void> }

/** A registry on this machine in which the given packages are published; all others come from the registry that npm uses here. */
export async function startRegistry(tarballs: readonly string[]): Promise<LoopbackRegistry> {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-registry-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/`
  const config = join(folder, 'config.json')
  writeFileSync(config, JSON.stringify(settings(folder)))
  const program = run(join(ROOT, 'scripts/registry'), [])
  const server = spawn(process.execPath, [program, '--config', config, '--listen', `127.0.0.1:${port}`], {
    cwd: folder,
    stdio: 'ignore',
  })
  const ended = once(server, 'exit')
  const close = async () => {
    server.kill()
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await answers(url)
    for (const tarball of tarballs) publish(tarball, url, folder)
    return { url, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** JSON is YAML, too. */
const settings = (folder: string) => ({
  storage: join(folder, 'storage'),
  uplinks: { outside: { url: outsideRegistry(), timeout: '120s', maxage: '60m' } },
  packages: {
    'bindery-data': { access: '$all', publish: '$anonymous' },
    '@bindery-data/*': { access: '$all', publish: '$anonymous' },
    '**': { access: '$all', proxy: 'outside' },
  },
  web: { enable: false },
  log: { type: 'stdout', level: 'error' },
})

/** The registry that npm is set to on this machine. */
export const outsideRegistry = () => run('npm', ['config', 'get', 'registry'])

async function answers(url: string) {
  const until = Date.now() + START_MS
  while (Date.now() < until) {
    const answer = await fetch(`${url}-/ping`).catch(() => undefined)
    if (answer?.ok) return
    await wait(200)
  }
  throw new Error('the registry did not start')
}

function publish(tarball: string, url: string, folder: string) {
  const userconfig = join(folder, 'npmrc')
  // npm asks for a token before it publishes; this registry takes any.
  writeFileSync(userconfig, `${url.replace('http:', '')}:_authToken=any\n`)
  run('npm', [
    'publish',
    '--silent',
    tarball,
    '--registry',
    url,
    '--userconfig',
    userconfig,
    '--access',
    'public',
    '--tag',
    'latest',
  ])
}

function run(command: string, args: readonly string[]): string {
  return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
}
