import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { pathOf } from './endpoint.ts'
import { addressTooLong } from './http.errors.ts'
import { PROBLEM_TYPE, problemOf } from './response/problem.ts'

/** What is taken over from the request that asks: who it is for, and which trace it belongs to. */
const TAKEN_OVER = ['authorization', 'traceparent', 'tracestate'] as const

/** Statuses whose answers have no body at all. */
const BODILESS = [204, 304]

/** As long as the headers of a request from outside may be. */
const MOST_ADDRESS = 16 * 1024

/**
 * Asks another endpoint of this node as the caller of this one: with their credential, through every request guard again and without a
 * socket, so that nothing can be reached in this way that could not be reached from outside.
 */
export function fetchInside(app: FastifyInstance, asked: FastifyRequest, gone: AbortSignal): typeof fetch {
  return async (input, init) => {
    const address = input instanceof Request ? input.url : String(input)
    if (address.length > MOST_ADDRESS) return refused(asked)
    const request = new Request(input, init)
    const { pathname, search } = new URL(request.url)
    const bytes = Buffer.from(await request.arrayBuffer())
    const answer = await app.inject({
      method: request.method,
      url: pathname + search,
      headers: { ...Object.fromEntries(request.headers), ...takenOver(asked) },
      ...(bytes.length > 0 ? { payload: bytes } : {}),
      remoteAddress: asked.ip,
      payloadAsStream: true,
      signal: AbortSignal.any([gone, request.signal]),
    })
    const body = BODILESS.includes(answer.statusCode) ? null : Readable.toWeb(answer.stream())
    // Safe: the two descriptions of a stream of bytes, of Node and of fetch, differ in name only.
    return new Response(body as ReadableStream | null, {
      status: answer.statusCode,
      headers: headersOf(answer.headers),
    })
  }
}

function refused(asked: FastifyRequest): Response {
  const { status, body } = problemOf(addressTooLong(), { path: pathOf(asked), requestId: asked.id })
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': PROBLEM_TYPE } })
}

const takenOver = ({ headers }: FastifyRequest) =>
  Object.fromEntries(TAKEN_OVER.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])))

/** A request from inside is there as a whole: there is no rest to wait for. */
export const isFromInside = ({ socket }: IncomingMessage) => !(socket instanceof Socket)

function headersOf(sent: Readonly<Record<string, number | string | string[] | undefined>>): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(sent)) {
    for (const each of [value].flat()) if (each !== undefined) headers.append(name, String(each))
  }
  return headers
}
