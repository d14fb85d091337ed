import { BinderyJobFailed, type Client } from '../../sdk/src/bindery.ts'
import { WORKER_LOST } from '../../server/src/features/jobs/job.ts'
import { type Upload, WrongAnswer } from './mix.ts'

/** Somebody who cannot be told of his file by then has lost it. */
const JOB_MS = 150_000

/** Waits until a file that was taken is the table it should be. */
export async function untilTable(client: Client, { jobId, rows }: Upload) {
  const { result } = await client.waitForJob(jobId, { signal: AbortSignal.timeout(JOB_MS) })
  // Safe: what such a job answers with; if not, it is counted as wrong.
  const { artifacts = [] } = result as { artifacts?: { row_count: number | null; state: string }[] }
  const isThere = artifacts.some(({ row_count, state }) => state === 'active' && row_count === rows)
  if (!isThere) throw new WrongAnswer(JSON.stringify(result).slice(0, 300))
}

/** After three workers that died with it a job has failed, as the interface has it. */
export const isGivenUp = (error: unknown) => error instanceof BinderyJobFailed && error.message === WORKER_LOST.error
