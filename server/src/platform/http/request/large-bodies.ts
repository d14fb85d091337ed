import type { FastifyReply, FastifyRequest } from 'fastify'
import { SharedBytes, type SharePercent, shareOf } from '../../shares.ts'
import { tooManyBytes } from '../http.errors.ts'
import { isFromInside } from '../inside.ts'

/** Bodies up to this size are not counted: the requests at once bound them. */
const SMALL_BYTES = 1024 * 1024
/** Parsed, a body takes several times its size, until its request is answered. */
const ALL_BYTES = 128 * 1024 * 1024

/** Large JSON bodies that one node holds: an account has its share of them. */
export class LargeBodies {
  readonly #held: SharedBytes

  constructor(share: SharePercent) {
    this.#held = new SharedBytes({ total: ALL_BYTES, perOwner: shareOf(ALL_BYTES, share) })
  }

  /** Before the body is read. A body of unknown length counts as the longest that is taken. */
  hold(request: FastifyRequest, reply: FastifyReply, accountId: string) {
    const { bodyLimit } = request.routeOptions
    if (bodyLimit <= SMALL_BYTES || isFromInside(request.raw)) return
    const sent = request.headers['content-length']
    const bytes = Math.min(bodyLimit, sent === undefined ? bodyLimit : Number(sent))
    if (!(bytes > SMALL_BYTES)) return
    const held = this.#held.hold(accountId)
    if (!held.set(bytes)) throw tooManyBytes()
    reply.raw.once('close', () => held.set(0))
    // The client may have gone away meanwhile.
    if (reply.raw.destroyed) held.set(0)
  }
}
