import type { Platform } from '../../platform/context.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { deleteFinishedJobs } from './jobs.store.ts'

const BATCH = 5_000

/** Forgets jobs that finished long ago. */
export async function sweepJobs({ db, settings }: Pick<Platform, 'db' | 'settings'>) {
  const { finishedJobDays } = settings.retention
  const deleteBatch = () => inTransaction(db, (tx) => deleteFinishedJobs(tx, finishedJobDays, BATCH))
  while ((await deleteBatch()) === BATCH);
}
