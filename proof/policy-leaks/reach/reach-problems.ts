import type { Stage } from '../stage.ts'
import { reachAccountProblems } from './account-scenes.ts'
import { reachExpiredAndFull } from './expired-scenes.ts'
import { reachFileProblems } from './file-scenes.ts'
import { reachMoneyProblems } from './money-scenes.ts'
import { reachOutage } from './outage.ts'
import { reachSignInProblems } from './sign-in-scenes.ts'
import { succeedEverywhere, sweep } from './sweeps.ts'
import { reachDerivedProblems, reachTableProblems } from './table-scenes.ts'

const SCENES: Readonly<Record<string, (stage: Stage) => Promise<void>>> = {
  sweep,
  tables: reachTableProblems,
  derived: reachDerivedProblems,
  files: reachFileProblems,
  signIn: reachSignInProblems,
  accounts: reachAccountProblems,
  money: reachMoneyProblems,
  success: succeedEverywhere,
  expired: reachExpiredAndFull,
  outage: reachOutage,
}

/** Every route to success and to each problem it declares, as far as that can be brought about. */
export async function reachProblems(stage: Stage, say: (line: string) => void): Promise<void> {
  const began = performance.now()
  for (const [name, scene] of Object.entries(SCENES)) {
    await scene(stage)
    say(
      `  ${name}: ${stage.recorder.tally.reached.size} problems reached, ${Math.round((performance.now() - began) / 1000)} s`,
    )
  }
}
