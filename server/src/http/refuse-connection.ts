import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { newId, toWireId } from '../platform/ids.ts'
import { API_VERSION } from './api-version.ts'
import { PROBLEM_TYPE, problemOf, unreadable } from './problem.ts'

/** Node's code for a request that takes too long. */
export const LATE = 'ERR_HTTP_REQUEST_TIMEOUT'

const STATUS: Record<string, number> = { [LATE]: 408, HPE_HEADER_OVERFLOW: 431 }

/** Ends a connection that brought no readable request in time. There is no request to answer, so the socket is written to. */
export function refuseConnection(error: NodeJS.ErrnoException, socket: Socket) {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (socket.writable && !hasBegunToAnswer(socket)) socket.write(refusal(STATUS[error.code ?? ''] ?? 400))
  socket.destroy()
}

function hasBegunToAnswer(socket: Socket): boolean {
  // Safe: Node keeps the response under way on its socket; its own handler asks the same.
  return (socket as { _httpMessage?: { headersSent: boolean } })._httpMessage?.headersSent === true
}

function refusal(status: number): string {
  const requestId = toWireId('req', newId())
  const problem = problemOf(unreadable(), { path: '', requestId })
  const body = JSON.stringify({ ...problem.body, status, ...TEXTS[status] })
  const headers = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `content-type: ${PROBLEM_TYPE}`,
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    `x-svc-api-version: ${API_VERSION}`,
    'connection: close',
  ]
  return `${headers.join('\r\n')}\r\n\r\n${body}`
}

const TEXTS: Record<number, { title: string; detail: string; suggested_fix: string }> = {
  408: {
    title: 'The request took too long to arrive',
    detail: 'Headers or body did not arrive in time.',
    suggested_fix: 'Send the request again over a faster connection.',
  },
  431: {
    title: 'The headers are too large',
    detail: 'The headers of one request may have 16 KiB together.',
    suggested_fix: 'Send fewer or shorter headers.',
  },
}
