import { readFileSync } from 'node:fs'
import { type LoadBalancer, startHaproxy } from '../../proof/cluster/haproxy.ts'
import { freePort } from '../../proof/lib/free-port.ts'

const MANUAL = new URL('../../docs/scale.md', import.meta.url)

/** What the manual tells HAProxy, word by word. */
export function manualLines(): string {
  const [, lines] = /```\nbackend bindery\n([\s\S]*?)```/.exec(readFileSync(MANUAL, 'utf8')) ?? []
  if (!lines) throw new Error('docs/scale.md has no backend for HAProxy')
  return lines
}

/** HAProxy before these nodes, which deals calls out as `lines` say. */
export async function startBalancer(folder: string, nodeUrls: readonly string[], lines: string): Promise<LoadBalancer> {
  const port = await freePort()
  return startHaproxy(folder, port, settings(port, nodeUrls, lines), ({ ok }) => ok)
}

const settings = (port: number, nodeUrls: readonly string[], lines: string) => `
frontend clients
  bind 127.0.0.1:${port}
  default_backend bindery

backend bindery
  timeout check 1s
${lines}
  default-server inter 500ms fall 2 rise 1
${nodeUrls.map((url, n) => `  server node-${n} ${new URL(url).host} check on-marked-down shutdown-sessions`).join('\n')}
`
