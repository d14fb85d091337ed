import { type LoadBalancer, startHaproxy } from './haproxy.ts'

/** `port` is where clients find it, `ports` are those of the nodes. */
export const startLoadBalancer = (folder: string, port: number, ports: readonly number[]): Promise<LoadBalancer> =>
  startHaproxy(folder, port, settings(port, ports))

/**
 * Each request goes to the next node that is ready; requests that hang on one that no longer is are ended, so that their
 * clients try again. Where none is ready, as when what all stand on fails, all are asked nevertheless.
 */
const settings = (port: number, ports: readonly number[]) => `
listen api
  bind 127.0.0.1:${port}
  timeout check 2s
  balance roundrobin
  option httpchk GET /readyz
  option allbackups
  default-server inter 1s fastinter 500ms fall 2 rise 1
${ports.map((node, n) => `  server api-${n} 127.0.0.1:${node} check on-marked-down shutdown-sessions`).join('\n')}
${ports.map((node, n) => `  server api-${n}-unready 127.0.0.1:${node} backup`).join('\n')}
`
