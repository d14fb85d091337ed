import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll } from 'vitest'

type ReceivedRequest = { method: string; url: string; headers: IncomingHttpHeaders; body: string }
type Mood = (response: ServerResponse) => void

export const answer =
  (status: number, body: object = {}, headers: Record<string, string> = {}): Mood =>
  (response) => {
    const type = status < 400 ? 'application/json' : 'application/problem+json'
    response.writeHead(status, { 'content-type': type, ...headers }).end(JSON.stringify(body))
  }

export const problem = (status: number, code: string, headers: Record<string, string> = {}): Mood =>
  answer(status, { code, title: code, status, detail: '', suggested_fix: '', request_id: 'req_1' }, headers)

/** The connection breaks before an answer. */
export const hangUp: Mood = (response) => response.destroy()

/** The answer breaks off. */
export const breakOff: Mood = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
  response.write('{"half":', () => response.destroy())
}

/** Something in the network that answers in the moods it is given, the last of them for ever. */
export function startMoodyServer() {
  let moods: Mood[] = []
  let seen: ReceivedRequest[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body })
    const mood = moods.length > 1 ? moods.shift() : moods[0]
    mood?.(response)
  })
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    // Safe: a server that listens on a port has one.
    url: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    will: (...next: Mood[]) => {
      moods = next
      seen = []
    },
    seen: () => seen,
  }
}
