import { once } from 'node:events'
import { Agent, request } from 'node:http'

/** A request, and the credential it is sent under. */
export type SentRequest = { method: 'GET' | 'POST'; path: string; token?: string; body?: unknown }

export type Answered = { status: number; body: Buffer }

/** Asks over connections that stay open, and takes answers as bytes: what a client does with them is no cost of the service. */
export function openClient(url: string) {
  const agent = new Agent({ keepAlive: true })
  const ask = async ({ method, path, token, body }: SentRequest): Promise<Answered> => {
    const payload = body === undefined ? undefined : JSON.stringify(body)
    const sent = request(`${url}${path}`, {
      method,
      agent,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(payload === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
      },
    })
    sent.end(payload)
    const [response] = await once(sent, 'response')
    const parts: Buffer[] = []
    for await (const part of response) parts.push(part)
    return { status: response.statusCode, body: Buffer.concat(parts) }
  }
  return { ask, close: () => agent.destroy() }
}

export type Client = ReturnType<typeof openClient>
