import { taskHandlers } from '../src/main/job-handlers.ts'
import { fromWireId } from '../src/platform/ids.ts'
import type { Called } from './client.ts'
import { newOwner, type Owner } from './context.ts'
import type { Person } from './person.ts'
import type { RunningService } from './start-service.ts'
import { uploadTo } from './upload.ts'

/** A workbook as its owner would keep it. */
export async function downloadBundle(url: string, { session }: Pick<Person, 'session'>, at: string, query = '') {
  const response = await fetch(`${url}${at}/bundle${query}`, { headers: { authorization: `Bearer ${session}` } })
  const bytes = Buffer.from(new Uint8Array(await response.arrayBuffer()))
  return { status: response.status, headers: response.headers, bytes }
}

export type Brought = { accepted: Called; job: Called['body']; at: string }

/** Sends a bundle, and does what the worker would do with it. */
export async function bringBack(
  running: RunningService,
  person: Person,
  bytes: Buffer<ArrayBuffer>,
  fields: Record<string, string> = {},
): Promise<Brought> {
  const accepted = await sendBundle(running, person, bytes, fields)
  if (accepted.status !== 202) throw new Error(`from-bundle: ${accepted.status} ${JSON.stringify(accepted.body)}`)
  await runBundleJob(running, accepted.body.job_id).catch(() => undefined)
  const { body: job } = await person.call('GET', `/api/v1/jobs/${accepted.body.job_id}`)
  return { accepted, job, at: `/api/v1/workbooks/${accepted.body.workbook_id}` }
}

export const sendBundle = (
  { urls }: RunningService,
  { session }: Person,
  bytes: Buffer<ArrayBuffer>,
  fields: Record<string, string> = {},
) => uploadTo(urls[0] ?? '', session, '/api/v1/workbooks/from-bundle', { bytes, filename: 'book.bundle.zip', fields })

/** One worker for all jobs of a service: each would keep processes waiting for files. */
const workers = new WeakMap<RunningService, Promise<Owner>>()

/** Does what a worker does when the queue brings the job round. */
export async function runBundleJob(running: RunningService, jobId: string) {
  const worker = workers.get(running) ?? newOwner(running)
  workers.set(running, worker)
  const { ctx } = await worker
  await taskHandlers['job.run']?.(ctx, { job_id: fromWireId('job', jobId) })
}
