import { connect } from 'node:net'

/** A client that writes any bytes, HTTP or not. */
export function openConnection(url: string) {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const heard: Buffer[] = []
  const begun = performance.now()
  /** How long it lasted, in milliseconds. */
  const closed = new Promise<number>((resolve) => socket.on('close', () => resolve(performance.now() - begun)))
  socket.on('data', (bytes) => heard.push(bytes))
  // Cut off while writing; only what was received before counts.
  socket.on('error', () => {})
  return { socket, closed, heard: () => Buffer.concat(heard).toString() }
}

/** The beginning of a POST of JSON. */
export function postHead(path: string, credential: string, headers: Record<string, string> = {}): string {
  const lines = {
    host: 'localhost',
    authorization: `Bearer ${credential}`,
    'content-type': 'application/json',
    ...headers,
  }
  const text = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`)
  return `POST ${path} HTTP/1.1\r\n${text.join('')}\r\n`
}

export const statusIn = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1])

// Safe: where a test looks into it, it is a problem.
export const problemIn = (answer: string) =>
  JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)) as { code: string; status: number }
