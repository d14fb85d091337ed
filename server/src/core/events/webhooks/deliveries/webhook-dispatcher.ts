import type { Platform } from '../../../../platform/context.ts'
import { newId } from '../../../../platform/ids.ts'
import { type Outgoing, openOutgoing } from '../../../../platform/outgoing/outgoing.ts'
import { inOneStatement, inTransaction } from '../../../../platform/postgres.ts'
import { urlRuleOf } from '../webhook.ts'
import { type Served, updateNotServed, updateServed, updateServedLonger } from '../webhooks.store.ts'
import { LANES, runRound } from './round.ts'
import { CONNECT_MS } from './send-delivery.ts'

/** How long a webhook is ours without another word: so long its deliveries wait when a node dies. */
const LEASE_MS = 5_000
const RENEW_MS = 1_000
/** The lease began somewhat before we heard of it, and a request takes a moment to leave. */
const MARGIN_MS = 1_000
/** A round ends after this time and another begins, which uses a new address or secret of the webhook. */
const ROUND_MS = 2_000
/** Webhooks served at once by a node. Those that fail can never take up all places. */
const MOST = 400
const MOST_FAILING = 100

/**
 * Takes what is due to the receivers. Beside the queue, for a receiver that hangs would keep one of the few places of
 * the queue for fifteen seconds: here each webhook has a round of its own, and no webhook waits for another.
 */
export class WebhookDispatcher {
  readonly #platform: Platform
  readonly #outgoing: Outgoing
  readonly #dispatcherId = newId()
  /** Until when each webhook is ours, by the clock of this process, which does not stop while it is paused. */
  readonly #heldUntil = new Map<string, number>()
  readonly #rounds = new Map<string, { isFailing: boolean; ended: Promise<void> }>()
  #renewedAt = Number.NEGATIVE_INFINITY
  #isStopping = false

  constructor(platform: Platform) {
    this.#platform = platform
    this.#outgoing = openOutgoing({
      rule: urlRuleOf(platform.settings),
      connectMs: CONNECT_MS,
      connectionsPerHost: LANES,
    })
  }

  /** Called again and again, several times a second. */
  async turn() {
    await this.#renew()
    const most = MOST - this.#rounds.size
    const mostFailing = MOST_FAILING - [...this.#rounds.values()].filter(({ isFailing }) => isFailing).length
    if (most <= 0 || this.#isStopping) return
    const began = performance.now()
    const taken = await inOneStatement(this.#platform.db, (tx) =>
      updateServed(tx, this.#dispatcherId, { leaseMs: LEASE_MS, most, mostFailing }),
    )
    for (const webhook of taken) this.#begin(webhook, began)
  }

  /** Waits for what is on its way; what is not is left to others. */
  async close() {
    this.#isStopping = true
    await Promise.all([...this.#rounds.values()].map(({ ended }) => ended))
    await this.#outgoing.close()
  }

  #begin(webhook: Served, began: number) {
    const { webhookId, failingSince } = webhook
    // A round that lost its lease may still wait for an answer: then the new lease simply ends.
    if (this.#rounds.has(webhookId)) return
    this.#heldUntil.set(webhookId, began + LEASE_MS - MARGIN_MS)
    this.#rounds.set(webhookId, { isFailing: failingSince !== null, ended: this.#serve(webhook) })
  }

  async #serve(webhook: Served) {
    const { webhookId } = webhook
    const { db, log } = this.#platform
    const endsAt = performance.now() + ROUND_MS
    const isHeld = () => !this.#isStopping && performance.now() < Math.min(endsAt, this.#heldUntil.get(webhookId) ?? 0)
    try {
      await runRound({ platform: this.#platform, outgoing: this.#outgoing, webhook, isHeld })
      await inTransaction(db, (tx) => updateNotServed(tx, this.#dispatcherId, webhookId))
    } catch (error) {
      // Its lease ends by itself, and the next dispatcher goes on.
      log.warn({ err: error, webhook: webhookId }, 'a round of deliveries broke off')
    } finally {
      this.#heldUntil.delete(webhookId)
      this.#rounds.delete(webhookId)
    }
  }

  async #renew() {
    const held = [...this.#heldUntil.keys()]
    const began = performance.now()
    if (held.length === 0 || began - this.#renewedAt < RENEW_MS) return
    this.#renewedAt = began
    const kept = new Set(
      await inOneStatement(this.#platform.db, (tx) => updateServedLonger(tx, this.#dispatcherId, held, LEASE_MS)),
    )
    for (const webhookId of held) {
      // A round may have ended meanwhile.
      if (!this.#heldUntil.has(webhookId)) continue
      this.#heldUntil.set(webhookId, kept.has(webhookId) ? began + LEASE_MS - MARGIN_MS : 0)
    }
  }
}
