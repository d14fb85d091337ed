import { availableParallelism } from 'node:os'
import { type SharePercent, shareOf } from '../../platform/shares.ts'
import type { AccountOf } from '../table/owning-account.store.ts'
import { Slots } from './slots.ts'

/** More statements of users at once only take the processor from each other. */
export const STATEMENTS_AT_ONCE = Math.max(16, 8 * availableParallelism())
/** Each run of a transform has a process of its own, of up to 700 MB. */
export const RUNS_AT_ONCE = 4

/** Places of a node that accounts share, by the workbook that a piece of work is on. */
export class AccountTurns {
  readonly #slots: Slots
  readonly #accountOf: AccountOf

  constructor(places: number, { accountOf, accountShare }: { accountOf: AccountOf; accountShare: SharePercent }) {
    this.#slots = new Slots({ places, mostPerOwner: shareOf(places, accountShare) })
    this.#accountOf = accountOf
  }

  /** Resolves with what gives the place back; with nothing when none came free in time. */
  async take(workbookId: string, withinMs: number): Promise<(() => void) | undefined> {
    return this.#slots.take(withinMs, await this.#accountOf(workbookId))
  }
}
