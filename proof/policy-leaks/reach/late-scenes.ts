import { routesThatDeclare } from '../routes.ts'
import type { Asking, Stage } from '../stage.ts'
import { startNode } from './extra-node.ts'
import { goodRequest } from './sweeps.ts'

/** Less than any engine takes to answer. */
const NO_TIME = { readMs: 0, queryMs: 0 }
/** An engine that is asked again has the table already, and may be quicker than a timer. */
const MOST_TRIES = 4

/** Questions to a node that gives its engines up at once. */
export async function reachTimeouts(stage: Stage): Promise<void> {
  const hasty = await startNode(stage, {}, { answering: NO_TIME })
  try {
    for (const route of routesThatDeclare('query_timeout'))
      await askInVain(stage, route.operation, async () => ({ ...(await goodRequest(stage, route)), node: hasty.url }))
  } finally {
    await hasty.close()
  }
}

async function askInVain(stage: Stage, operation: string, asking: () => Promise<Asking>) {
  for (let n = 0; n < MOST_TRIES; n++) {
    const { status } = await stage.ask(operation, await asking())
    if (status === LATE) return
  }
}

const LATE = 504
