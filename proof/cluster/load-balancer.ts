import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** HAProxy before the api nodes. */
export type LoadBalancer = { url: string; close: () => Promise<void> }

const INSTALL = fileURLToPath(new URL('../../scripts/haproxy', import.meta.url))

/** `port` is where clients find it, `ports` are those of the nodes. */
export async function startLoadBalancer(folder: string, port: number, ports: readonly number[]): Promise<LoadBalancer> {
  const program = execFileSync(INSTALL, { encoding: 'utf8' }).trim()
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, settings(port, ports))
  const child = spawn(program, ['-db', '-f', file], { stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}`
  while (!(await fetch(`${url}/healthz`).catch(() => undefined))) {
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

/**
 * Each request goes to the next node that is ready; requests that hang on one that no longer is are ended, so that their
 * clients try again. Where none is ready, as when what all stand on fails, all are asked nevertheless.
 */
const settings = (port: number, ports: readonly number[]) => `
defaults
  mode http
  timeout connect 1s
  timeout client 60s
  timeout server 60s
  timeout check 2s
  option redispatch
  retries 2

listen api
  bind 127.0.0.1:${port}
  balance roundrobin
  option httpchk GET /readyz
  option allbackups
  default-server inter 1s fastinter 500ms fall 2 rise 1
${ports.map((node, n) => `  server api-${n} 127.0.0.1:${node} check on-marked-down shutdown-sessions`).join('\n')}
${ports.map((node, n) => `  server api-${n}-unready 127.0.0.1:${node} backup`).join('\n')}
`
