import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isSignedWebhook } from '../../server/test/verify-webhook.ts'

/** How a receiver behaves; all but the healthy ones make trouble. */
export type Manner = 'healthy' | 'dies' | 'fails' | 'redirects' | 'hangs' | 'gone'

export type Arrival = {
  id: string
  deliveryId: string
  workbookId: string
  sequence: number
  body: string
  /** From the moment the event was emitted to its arrival. */
  tookMs: number
  isAcknowledged: boolean
}

export type Receiver = {
  manner: Manner
  url: string
  arrivals: Arrival[]
  badSignatures: () => number
  /** Known once the webhook is made. */
  setSecret: (secret: string) => void
  close: () => void
}

/** How often each event meets with trouble before it is taken: less often than it is tried. */
const TROUBLES: Record<Manner, number> = {
  healthy: 0,
  dies: Number.POSITIVE_INFINITY,
  fails: 3,
  redirects: 2,
  hangs: 1,
  gone: 1,
}

/** Answers and whether the event counts as taken. */
const ANSWERS: Record<Manner, (response: ServerResponse) => boolean> = {
  healthy: (response) => {
    response.writeHead(200).end('thank you')
    return true
  },
  // The answer has begun, and the receiver is gone.
  dies: (response) => {
    response.writeHead(200, { 'content-length': '100' })
    response.write('than', () => response.socket?.destroy())
    return true
  },
  fails: (response) => {
    response.writeHead(500).end('not today')
    return false
  },
  redirects: (response) => {
    response.writeHead(307, { location: '/elsewhere' }).end()
    return false
  },
  hangs: () => false,
  gone: (response) => {
    response.writeHead(410).end()
    return false
  },
}

export async function openReceiver(manner: Manner): Promise<Receiver> {
  const arrivals: Arrival[] = []
  let secret = ''
  const met = new Map<string, number>()
  let bad = 0
  const server = createServer(async (request, response) => {
    // Other programs may probe the ports of this machine.
    if (request.method !== 'POST') {
      response.writeHead(405).end()
      return
    }
    const body = await textOf(request)
    const id = String(request.headers['webhook-id'])
    const troubles = met.get(id) ?? 0
    met.set(id, troubles + 1)
    const isTaken = ANSWERS[troubles < TROUBLES[manner] ? manner : 'healthy'](response)
    if (!isSignedWebhook(secret, request.headers, body)) bad += 1
    arrivals.push(arrivalOf(request, body, isTaken))
  })
  // A request may use a socket that is just closing; the client then sends it again.
  server.keepAliveTimeout = 2_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Safe: a server that listens on a port has one.
  const { port } = server.address() as AddressInfo
  return {
    manner,
    url: `http://127.0.0.1:${port}/hook`,
    arrivals,
    badSignatures: () => bad,
    setSecret: (given) => {
      secret = given
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

function arrivalOf({ headers }: IncomingMessage, body: string, isAcknowledged: boolean): Arrival {
  const { id, workbook_id: workbookId, sequence, timestamp } = JSON.parse(body)
  const tookMs = Date.now() - Date.parse(timestamp)
  return { id, deliveryId: String(headers['x-svc-delivery']), workbookId, sequence, body, tookMs, isAcknowledged }
}
