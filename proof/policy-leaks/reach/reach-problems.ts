import { DECLARED, pairName } from '../routes.ts'
import type { Stage } from '../stage.ts'
import { reachAccountProblems } from './account-scenes.ts'
import { reachExpiredAndFull } from './expired-scenes.ts'
import { reachFileProblems } from './file-scenes.ts'
import { reachLargeProblems } from './large-scenes.ts'
import { reachTimeouts } from './late-scenes.ts'
import { reachSharedProblems } from './link-scenes.ts'
import { reachMoneyProblems } from './money-scenes.ts'
import { reachOutage } from './outage.ts'
import { reachPresentationProblems } from './presentation-scenes.ts'
import { reachProposalProblems } from './proposal-scenes.ts'
import { reachQuestionProblems } from './question-scenes.ts'
import { reachReturnProblems } from './return-scenes.ts'
import { reachRuleRefusals } from './rule-scenes.ts'
import { reachSignInProblems } from './sign-in-scenes.ts'
import { succeedEverywhere, sweep } from './sweeps.ts'
import { reachDerivedProblems, reachTableProblems } from './table-scenes.ts'

type Scenes = Readonly<Record<string, (stage: Stage) => Promise<void>>>

/** Refusals by the table that everything is about: what a policy does decides what they may say. */
const UNDER_EVERY_POLICY: Scenes = {
  sweep,
  tables: reachTableProblems,
  derived: reachDerivedProblems,
  presentations: reachPresentationProblems,
  proposals: reachProposalProblems,
  rules: reachRuleRefusals,
  shared: reachSharedProblems,
  success: succeedEverywhere,
  expired: reachExpiredAndFull,
  late: reachTimeouts,
}

/** Refusals of places where nothing is hidden, the same under every policy: files, accounts, money, a database that is gone. */
const ONCE: Scenes = {
  returns: reachReturnProblems,
  questions: reachQuestionProblems,
  large: reachLargeProblems,
  files: reachFileProblems,
  signIn: reachSignInProblems,
  accounts: reachAccountProblems,
  money: reachMoneyProblems,
  outage: reachOutage,
}

const unreached = ({ recorder }: Stage) => DECLARED.map(pairName).filter((pair) => !recorder.tally.reached.has(pair))

/** Every route to success and to each problem it declares, as far as that can be brought about. `SCENES=files,money` plays some alone. */
export async function reachProblems(stage: Stage, say: (line: string) => void, isFirst: boolean): Promise<void> {
  const began = performance.now()
  const wanted = process.env.SCENES?.split(',')
  for (const [name, scene] of Object.entries({ ...UNDER_EVERY_POLICY, ...(isFirst ? ONCE : {}) })) {
    if (wanted && !wanted.includes(name)) continue
    await stage.attempt(`scene ${name}`, () => scene(stage))
    const left = unreached(stage)
    const seconds = Math.round((performance.now() - began) / 1000)
    say(`  ${name}: ${DECLARED.length - left.length} of ${DECLARED.length} pairs reached, ${seconds} s`)
  }
}
