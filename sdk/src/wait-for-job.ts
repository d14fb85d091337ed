import type { Api } from './api.ts'
import type { Job } from './generated/types.ts'
import { BinderyJobFailed } from './problem.ts'
import { pause } from './repeat.ts'

export type WaitOptions = { signal?: AbortSignal | undefined; onProgress?: ((job: Job) => void) | undefined }

const FIRST_LOOK_MS = 200
const LONGEST_LOOK_MS = 2_000

/** Looks at a job, ever less often, until it has ended; throws when it failed. */
export async function waitForJob(api: Api, jobId: string, { signal, onProgress }: WaitOptions = {}): Promise<Job> {
  for (let lookMs = FIRST_LOOK_MS; ; lookMs = Math.min(LONGEST_LOOK_MS, lookMs * 1.5)) {
    const job = await api.readJob({ job_id: jobId, signal })
    onProgress?.(job)
    if (job.status === 'succeeded') return job
    if (job.status === 'failed') throw new BinderyJobFailed(jobId, job.error)
    await pause(lookMs, signal)
  }
}
