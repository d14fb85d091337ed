import { isProblem, type Wire } from '@bindery-data/sdk'
import { client } from '../../service/client.ts'
import { type Side, sidesOf } from './sides.ts'

export type Decided = { decided: number; left: number; failures: string[] }

type Decision = { side: Side; note: string | null; onProgress: (done: number) => void }

/** Every decision is a commit of its own under the workbook's lock: more at a time would only wait for each other. */
const LANES = 4

/** Lets one side stand in all of them. What only has the other side is left as it is. */
export async function decideConflicts(
  workbookId: string,
  conflicts: readonly Wire.Conflict[],
  { side, note, onProgress }: Decision,
): Promise<Decided> {
  const outcome: Decided = { decided: 0, left: 0, failures: [] }
  const waiting = conflicts.values()
  async function lane() {
    for (const conflict of waiting) {
      const action = sidesOf(conflict).action[side]
      if (action === null) {
        outcome.left += 1
        continue
      }
      try {
        await client.workbook(workbookId).resolveConflict(conflict.conflict_id, { action, note })
        outcome.decided += 1
      } catch (error) {
        // Another user was quicker: it is decided.
        if (isProblem(error, 'conflict_closed')) outcome.decided += 1
        else outcome.failures.push(error instanceof Error ? error.message : String(error))
      }
      onProgress(outcome.decided)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return outcome
}
