import type { FastifyReply } from 'fastify'
import type { Sent } from './idempotency.ts'
import { PROBLEM_TYPE } from './problem.ts'

export function sendProblem(reply: FastifyReply, { status, headers, body }: Sent) {
  for (const [name, value] of Object.entries(headers)) reply.header(name, value)
  // As bytes: to a text Fastify would add a charset, which this media type does not have.
  return reply
    .code(status)

    .type(PROBLEM_TYPE)
    .send(Buffer.from(JSON.stringify(body)))
}
