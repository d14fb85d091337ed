import { deleteOldAttempts } from '../features/accounts/attempts.store.ts'
import { mailInvitation } from '../features/accounts/mail-invitation.job.ts'
import { chainAudit } from '../features/audit/chain-audit.job.ts'
import { signAuditLogs } from '../features/audit/sign-audit-logs.job.ts'
import { autoTopup } from '../features/billing/auto-topup.job.ts'
import { deleteOldPaymentEvents } from '../features/billing/payment-events.store.ts'
import { turnMonths } from '../features/billing/turn-months.job.ts'
import { bringBundleInBackground } from '../features/bundles/bring-bundle.job.ts'
import { carryOutClosing } from '../features/closing/close-account.job.ts'
import { enqueueOpenClosings } from '../features/closing/closing.store.ts'
import { eraseInBackground } from '../features/erasure/erase-values.job.ts'
import { turnOutbox } from '../features/events/turn-outbox.job.ts'
import { sweepHeldContent } from '../features/held-content/sweep-held-content.job.ts'
import type { JobHandlers } from '../features/jobs/job.ts'
import { requeueJobs } from '../features/jobs/requeue-jobs.job.ts'
import { runJobs } from '../features/jobs/run-job.job.ts'
import { sweepJobs } from '../features/jobs/sweep-jobs.job.ts'
import { deleteExpiredOauthGrants } from '../features/mcp/oauth/oauth-grants.store.ts'
import { deleteExpiredOauthTickets } from '../features/mcp/oauth/oauth-tickets.store.ts'
import { sweepResults } from '../features/queries/sweep-results.job.ts'
import { reviewInBackground } from '../features/review/review.job.ts'
import { deleteExpiredDeviceGrants } from '../features/sessions/device-grants.store.ts'
import { mailPasswordLink } from '../features/sessions/mail-password-link.job.ts'
import { deleteExpiredOidcAttempts } from '../features/sessions/oidc.store.ts'
import { deleteExpiredLinks } from '../features/sessions/password-resets.store.ts'
import { deleteOldSessions } from '../features/sessions/sessions.store.ts'
import { ingestSource } from '../features/sources/ingest-source.job.ts'
import { materializeInBackground } from '../features/sources/materialize-source.job.ts'
import { sweepSources } from '../features/sources/sweep-sources.job.ts'
import { checkpointTableTask } from '../features/tables/checkpoint-table.job.ts'
import { purgeTable, sweepTrashedTables } from '../features/tables/purge-table.job.ts'
import { sweepHistory } from '../features/tables/sweep-history.job.ts'
import { sweepUnnamedObjects, tidyWorkbook } from '../features/tables/tidy-workbook.job.ts'
import { recomputeInBackground } from '../features/transforms/recompute.job.ts'
import { transformInBackground } from '../features/transforms/run-transform.job.ts'
import { sampleUsage } from '../features/usage/sample-usage.job.ts'
import { mailWebhookDisabled } from '../features/webhooks/mail-webhook-disabled.job.ts'
import { sweepDeliveries } from '../features/webhooks/sweep-deliveries.job.ts'
import { purgeWorkbook, sweepTrashedWorkbooks } from '../features/workbooks/purge-workbook.job.ts'
import { deleteOldKeys } from '../http/idempotency.store.ts'
import type { Platform } from '../platform/context.ts'
import { inTransaction, type Tx } from '../platform/postgres.ts'
import type { CronTask, TaskHandlers } from '../platform/task.ts'
import { deleteOldErasures } from '../tabular/erasures.store.ts'

/** Who does which kind of job. */
export const jobHandlers: JobHandlers = {
  'source.ingest': ingestSource,
  materialize: materializeInBackground,
  transform: transformInBackground,
  recompute: recomputeInBackground,
  bundle: bringBundleInBackground,
  purge: eraseInBackground,
  review: reviewInBackground,
}

/** Every task the queue can run, by name. */
export const taskHandlers: TaskHandlers = taskHandlersWith(jobHandlers)

export function taskHandlersWith(handlers: JobHandlers): TaskHandlers {
  return {
    'account.close': carryOutClosing,
    'audit.checkpoint': signAuditLogs,
    'billing.topup': autoTopup,
    'billing.turn': turnMonths,
    'job.requeue': requeueJobs,
    'job.run': runJobs(handlers),
    'mail-invitation': mailInvitation,
    'mail-password-link': mailPasswordLink,
    'mail-webhook-disabled': mailWebhookDisabled,
    'retention.sweep': sweepAll,
    'table.checkpoint': checkpointTableTask,
    'table.purge': purgeTable,
    'usage.sample': sampleUsage,
    'workbook.purge': purgeWorkbook,
    'workbook.tidy': tidyWorkbook,
  }
}

/** What comes round by the clock, on one node at a time. */
export const cronTasks: readonly CronTask[] = [
  { task: 'audit.checkpoint', at: '* * * * *' },
  { task: 'billing.turn', at: '* * * * *' },
  { task: 'job.requeue', at: '* * * * *' },
  { task: 'retention.sweep', at: '17 * * * *' },
  { task: 'usage.sample', at: '47 * * * *' },
]

/** What every worker node does again and again, too often for the clock. */
export const timers: readonly Timer[] = [{ name: 'audit.chain', everyMs: 1_000, run: chainAudit }]

export type Timer = { name: string; everyMs: number; run: (platform: Platform) => Promise<void> }

type Sweep = { what: string; run: (platform: Platform) => Promise<unknown> }

const inOne = (what: string, forget: (tx: Tx) => Promise<unknown>): Sweep => ({
  what,
  run: ({ db }) => inTransaction(db, forget),
})

/** Longer than a job may take, and than any node may be away without starting anew. */
const ERASURE_DAYS = 30

/** Ten times as long as the provider tells of one again. */
const PAYMENT_EVENT_DAYS = 30

/** What is kept for a time only. Whoever keeps something of the kind adds a line. */
const SWEEPS: readonly Sweep[] = [
  { what: 'stored answers', run: ({ db, settings }) => deleteOldKeys(db, settings.retention.idempotencyHours) },
  { what: 'finished jobs', run: sweepJobs },
  { what: 'days of events', run: turnOutbox },
  { what: 'deliveries to webhooks', run: sweepDeliveries },
  { what: 'results of queries', run: sweepResults },
  { what: 'files that no source has', run: sweepSources },
  { what: 'workbooks in the trash', run: sweepTrashedWorkbooks },
  { what: 'tables in the trash', run: sweepTrashedTables },
  { what: 'content that no owner has kept', run: sweepHeldContent },
  { what: 'versions past their time', run: sweepHistory },
  { what: 'objects that nothing names', run: sweepUnnamedObjects },
  inOne('accounts that were closed', enqueueOpenClosings),
  inOne('ended sessions', deleteOldSessions),
  inOne('counted attempts', deleteOldAttempts),
  inOne('device grants', deleteExpiredDeviceGrants),
  inOne('codes for agents', deleteExpiredOauthGrants),
  inOne('tickets of agents', deleteExpiredOauthTickets),
  inOne('logins at identity providers', deleteExpiredOidcAttempts),
  inOne('password links', deleteExpiredLinks),
  inOne('what the payment provider told', (tx) => deleteOldPaymentEvents(tx, PAYMENT_EVENT_DAYS)),
  inOne('notes of erasures', (tx) => deleteOldErasures(tx, ERASURE_DAYS)),
]

/** One that fails must not keep the others from their turn; the queue tries again. */
async function sweepAll(platform: Platform) {
  const failures: unknown[] = []
  for (const { what, run } of SWEEPS) {
    await run(platform).catch((error: unknown) => {
      platform.log.error({ err: error }, `sweeping ${what} failed`)
      failures.push(error)
    })
  }
  if (failures.length > 0) throw new AggregateError(failures, 'not everything could be swept')
}
