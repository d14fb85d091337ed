import type { Context } from '../../platform/context.ts'
import { type JobPage, listJobs } from './jobs.store.ts'

/** A page of the caller's jobs, newest first, and where the next one starts. */
export async function readJobs(ctx: Context, page: JobPage) {
  const rows = await listJobs(ctx.db, ctx.caller, page)
  const jobs = rows.slice(0, page.limit)
  return { jobs, next: rows.length > page.limit ? (jobs.at(-1)?.jobId ?? null) : null }
}
