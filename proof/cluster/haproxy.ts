import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** HAProxy before the api nodes. */
export type LoadBalancer = { url: string; close: () => Promise<void> }

const INSTALL = fileURLToPath(new URL('../../scripts/haproxy', import.meta.url))

/** Common to all of ours, and written before what is their own. */
const DEFAULTS = `
defaults
  mode http
  timeout connect 1s
  timeout client 60s
  timeout server 60s
  option redispatch
  retries 2
`

/** By these settings, which bind it to `port`. It is there once what it answers `isUp`. */
export async function startHaproxy(
  folder: string,
  port: number,
  settings: string,
  isUp: (answer: Response) => boolean = () => true,
): Promise<LoadBalancer> {
  const program = execFileSync(INSTALL, { encoding: 'utf8' }).trim()
  const file = join(folder, `haproxy-${port}.cfg`)
  writeFileSync(file, DEFAULTS + settings)
  const child = spawn(program, ['-db', '-f', file], { stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}`
  const isThere = async () => {
    const answer = await fetch(`${url}/healthz`).catch(() => undefined)
    return answer !== undefined && isUp(answer)
  }
  while (!(await isThere())) {
    if (child.exitCode !== null) throw new Error(`HAProxy ended with ${child.exitCode}`)
    await pause(50)
  }
  return {
    url,
    close: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}
