import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../lib/free-port.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const START_MS = 30 * 60_000

export type Clone = { url: string; seconds: number; close: () => Promise<void> }

/** Runs the line of the README that begins with `git clone` in an empty folder; the address in it leads to this repository. */
export async function startClone(line: string): Promise<Clone> {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-clone-'))
  const [, address = ''] = /git clone (\S+)/.exec(line) ?? []
  const began = performance.now()
  const child = spawn('bash', ['-c', line], {
    cwd: folder,
    detached: true,
    env: {
      ...process.env,
      PORT: String(await freePort()),
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: `url.${ROOT}.insteadOf`,
      GIT_CONFIG_VALUE_0: address,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  const close = async () => {
    if (child.exitCode === null && child.pid) process.kill(-child.pid, 'SIGINT')
    await ended
    execFileSync('bash', ['-c', 'for clone in "$0"/*/; do "$clone/scripts/services" stop; done', folder], {
      stdio: 'ignore',
    })
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const link = await Promise.race([
      printedLink(child),
      ended.then(() => Promise.reject(new Error(`${line} ended before it printed a link`))),
    ])
    const screen = await fetch(link)
    if (!screen.ok) throw new Error(`${link} answered ${screen.status}`)
    return { url: new URL(link).origin, seconds: (performance.now() - began) / 1000, close }
  } catch (error) {
    await close()
    throw error
  }
}

function printedLink(child: ReturnType<typeof spawn>): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = ''
    const late = setTimeout(() => reject(new Error(`no link after ${START_MS} ms: ${printed.slice(-500)}`)), START_MS)
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        printed += chunk.toString()
        const [, link] = /Console\s+(http\S+)/.exec(printed) ?? []
        if (link === undefined) return
        clearTimeout(late)
        resolve(link)
      })
  })
}
