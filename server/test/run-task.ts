import { taskHandlers } from '../src/main/job-handlers.ts'
import { newOwner } from './context.ts'
import type { RunningService } from './start-service.ts'

/** Does what a worker would do when the queue brings this task round. */
export async function runTask(
  running: RunningService,
  task: string,
  payload: Record<string, unknown> = {},
  stopping?: AbortSignal,
) {
  const { ctx } = await newOwner(running)
  const handle = taskHandlers[task]
  if (!handle) throw new Error(`there is no task ${task}`)
  await handle(ctx, payload, stopping)
}

/** Whether a task of this key waits in the queue. */
export async function isAskedFor({ admin }: RunningService, key: string): Promise<boolean> {
  const { rowCount } = await admin.query('select from graphile_worker.jobs where key = $1', [key])
  return rowCount === 1
}
