import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../free-port.ts'

const INSTALL = fileURLToPath(new URL('../../scripts/haproxy', import.meta.url))
const MANUAL = new URL('../../docs/scale.md', import.meta.url)

/** What the manual tells HAProxy, word by word. */
export function manualLines(): string {
  const [, lines] = /```\nbackend bindery\n([\s\S]*?)```/.exec(readFileSync(MANUAL, 'utf8')) ?? []
  if (!lines) throw new Error('docs/scale.md has no backend for HAProxy')
  return lines
}

/** HAProxy before these nodes, which deals calls out as `lines` say. */
export async function startBalancer(folder: string, nodeUrls: readonly string[], lines: string) {
  const program = execFileSync(INSTALL, { encoding: 'utf8' }).trim()
  const port = await freePort()
  const file = join(folder, `haproxy-${port}.cfg`)
  writeFileSync(file, settings(port, nodeUrls, lines))
  const child = spawn(program, ['-db', '-f', file], { stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}`
  while (!(await fetch(`${url}/healthz`).catch(() => undefined))?.ok) {
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

const settings = (port: number, nodeUrls: readonly string[], lines: string) => `
defaults
  mode http
  timeout connect 1s
  timeout client 60s
  timeout server 60s
  timeout check 1s
  option redispatch
  retries 2

frontend clients
  bind 127.0.0.1:${port}
  default_backend bindery

backend bindery
${lines}
  default-server inter 500ms fall 2 rise 1
${nodeUrls.map((url, n) => `  server node-${n} ${new URL(url).host} check on-marked-down shutdown-sessions`).join('\n')}
`
