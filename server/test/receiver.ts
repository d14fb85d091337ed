import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { vi } from 'vitest'
import type { Body } from './client.ts'

/** A request as a receiver of webhooks got it. */
export type Received = { headers: Record<string, string>; raw: string; body: Body }

type Answering = (response: ServerResponse, received: Received) => void

/** A receiver of events on loopback that answers as the test wants. */
export type Receiver = {
  url: string
  received: Received[]
  /** From now on. */
  answer: (answering: number | Answering) => void
  /** Waits until so many have come. */
  until: (count: number) => Promise<Received[]>
  close: () => void
}

const PATIENCE_MS = 10_000

export async function openReceiver(): Promise<Receiver> {
  const received: Received[] = []
  let answering: Answering = (response) => void response.writeHead(200).end('thank you')
  const server = createServer((request, response) => {
    void read(request).then((came) => {
      received.push(came)
      answering(response, came)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Safe: a server that listens on a port has one.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    answer: (how) => {
      answering = typeof how === 'number' ? (response) => void response.writeHead(how).end() : how
    },
    until: (count) =>
      vi.waitFor(
        () => {
          if (received.length < count) throw new Error(`only ${received.length} of ${count} have come`)
          return received
        },
        { timeout: PATIENCE_MS, interval: 20 },
      ),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function read(request: IncomingMessage): Promise<Received> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const raw = Buffer.concat(chunks).toString()
  // Safe: none of the headers that are looked at comes twice.
  return { headers: request.headers as Record<string, string>, raw, body: raw ? JSON.parse(raw) : undefined }
}
