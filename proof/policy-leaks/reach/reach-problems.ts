import { DECLARED, pairName } from '../routes.ts'
import type { Stage } from '../stage.ts'
import { reachAccountProblems } from './account-scenes.ts'
import { reachExpiredAndFull } from './expired-scenes.ts'
import { reachFileProblems } from './file-scenes.ts'
import { reachLargeProblems } from './large-scenes.ts'
import { reachMoneyProblems } from './money-scenes.ts'
import { reachOutage } from './outage.ts'
import { reachReturnProblems } from './return-scenes.ts'
import { reachSignInProblems } from './sign-in-scenes.ts'
import { succeedEverywhere, sweep } from './sweeps.ts'
import { reachDerivedProblems, reachTableProblems } from './table-scenes.ts'

export const SCENES: Readonly<Record<string, (stage: Stage) => Promise<void>>> = {
  sweep,
  tables: reachTableProblems,
  derived: reachDerivedProblems,
  returns: reachReturnProblems,
  large: reachLargeProblems,
  files: reachFileProblems,
  signIn: reachSignInProblems,
  accounts: reachAccountProblems,
  money: reachMoneyProblems,
  success: succeedEverywhere,
  expired: reachExpiredAndFull,
  outage: reachOutage,
}

const unreached = ({ recorder }: Stage) => DECLARED.map(pairName).filter((pair) => !recorder.tally.reached.has(pair))

/** Every route to success and to each problem it declares, as far as that can be brought about. */
export async function reachProblems(stage: Stage, say: (line: string) => void): Promise<void> {
  const began = performance.now()
  for (const [name, scene] of Object.entries(SCENES)) {
    await scene(stage)
    const left = unreached(stage)
    const seconds = Math.round((performance.now() - began) / 1000)
    say(`  ${name}: ${DECLARED.length - left.length} of ${DECLARED.length} pairs reached, ${seconds} s`)
  }
  say(`  not reached: ${unreached(stage).join(', ')}`)
}
