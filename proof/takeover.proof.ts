import type { Figures, Proof, ProofOptions } from './proof.ts'
import { FULL_PLAN, planOf, play } from './takeover/history.ts'
import { partsOf } from './takeover/leave-out.ts'
import { openStage, type Stage } from './takeover/stage.ts'

const HISTORIES = { short: 200, long: 2_000 }
/** Services side by side, each with a database of its own; the last of those measured on sends mail. */
const STAGES = 4

/**
 * An attacker takes an address and opens doors at random; then its owner proves it and makes something. No door may lead there.
 */
export const proof: Proof = {
  promise:
    'Once the owner of an address has proven it, nothing that another made under it leads to what the owner makes',
  isQuick: false,
  minutes: 6,
  about: ['server/src/people/accounts', 'server/src/people/sessions', 'server/src/people/companies'],
  measure,
  // Each part of what ends access is left out in turn, and each must be noticed.
  control,
  holds: ({ histories, survivors }) => Number(histories) > 0 && survivors === 0,
}

async function measure({ isLong, say }: ProofOptions): Promise<Figures> {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
  say(`SEED=${seed}`)
  const count = Number(process.env.HISTORIES ?? (isLong ? HISTORIES.long : HISTORIES.short))
  const plans = Array.from({ length: count }, (_, n) => planOf(seed + n))
  const withoutMail = plans.filter(({ hasMail }) => !hasMail)
  const attacks = new Set(plans.flatMap((plan) => plan.attacks))
  let played = 0
  let survivors = 0
  await onStages(async (stage, lane) => {
    const own = stage.hasMail
      ? plans.filter(({ hasMail }) => hasMail)
      : withoutMail.filter((_, n) => n % (STAGES - 1) === lane)
    for (const plan of own) {
      const left = await play(stage, plan)
      played++
      survivors += left.length
      if (left.length > 0) say(`SEED=${plan.seed} HISTORIES=1: ${left.join(', ')} after ${JSON.stringify(plan)}`)
      if (played % 50 === 0) say(`${played} histories`)
    }
  }, 1)
  return { histories: played, kinds_of_attack: attacks.size, survivors, seed }
}

async function control({ say }: ProofOptions): Promise<Figures> {
  const missed: string[] = []
  let survivors = 0
  let leftOut = 0
  let untried: string[] = []
  await onStages(async (stage, lane) => {
    const found = await partsOf(stage.service)
    untried = found.untried
    for (const { ends, whole, without } of found.parts.filter((_, n) => n % STAGES === lane)) {
      for (const text of without) await stage.service.admin.query(text)
      const left = await play(stage, FULL_PLAN)
      for (const text of whole) await stage.service.admin.query(text)
      leftOut++
      survivors += left.length
      say(`without ${ends}: ${left.length > 0 ? `caught (${left.join(', ')})` : 'missed'}`)
      if (left.length === 0) missed.push(ends)
    }
  }, 0)
  // One that is missed is enough to be blind.
  return { histories: leftOut, survivors: missed.length > 0 ? 0 : survivors, left_out: leftOut, missed, untried }
}

/** Does this on all stages at once: `withMail` of them send mail. */
async function onStages(act: (stage: Stage, lane: number) => Promise<void>, withMail: number) {
  const lanes = Array.from({ length: STAGES }, async (_, lane) => {
    const stage = await openStage(lane >= STAGES - withMail)
    try {
      await act(stage, lane)
    } finally {
      await stage.close()
    }
  })
  await Promise.all(lanes)
}
