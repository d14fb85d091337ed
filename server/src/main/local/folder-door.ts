import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What agents ask of the follower, besides the API. */
export type FolderDoor = { url: string; close: () => Promise<void> }

type Behind = {
  token: string
  /** Resolves with what the service has of the folder, once it is in step with it. */
  catchUp: () => Promise<unknown>
  /** The same as it is now. */
  look: () => unknown
  /** How many agents are there, whenever that changes. */
  onAgents: (count: number) => void
  end: () => void
}

/**
 * A door on loopback for the agents of this folder, who show the token. An agent is there as long as its request to `/present` is
 * open: it needs no farewell, and one that was killed is not waited for.
 */
export async function openFolderDoor({ token, catchUp, look, onAgents, end }: Behind): Promise<FolderDoor> {
  const present = new Set<ServerResponse>()
  const server = createServer(async (request, response) => {
    if (!isHolder(request, token)) return void response.writeHead(401).end()
    switch (`${request.method} ${request.url}`) {
      case 'GET /present':
        present.add(response)
        response.on('close', () => {
          present.delete(response)
          onAgents(present.size)
        })
        onAgents(present.size)
        response.writeHead(200).flushHeaders()
        return
      case 'GET /files':
        return answer(response, async () => look())
      case 'POST /catch-up':
        return answer(response, catchUp)
      case 'POST /end':
        response.writeHead(204).end()
        return end()
      default:
        return void response.writeHead(404).end()
    }
  })
  // A first look at many large files takes its time.
  server.requestTimeout = 0
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  // Safe: it listens on a port.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

async function answer(response: ServerResponse, work: () => Promise<unknown>) {
  try {
    const body = JSON.stringify(await work())
    response.writeHead(200, { 'content-type': 'application/json' }).end(body)
  } catch (error) {
    response.writeHead(500).end(error instanceof Error ? error.message : 'failed')
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest()

const isHolder = ({ headers }: IncomingMessage, token: string) =>
  timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`))
