import { chainAudit } from '../core/audit/chain-audit.job.ts'
import { signAuditLogs } from '../core/audit/sign-audit-logs.job.ts'
import { turnOutbox } from '../core/events/turn-outbox.job.ts'
import { sweepDeliveries } from '../core/events/webhooks/deliveries/sweep-deliveries.job.ts'
import { mailWebhookDisabled } from '../core/events/webhooks/mail-webhook-disabled.job.ts'
import type { JobHandlers } from '../core/jobs/job.ts'
import { runJobs } from '../core/jobs/run-job.job.ts'
import { requeueJobs, sweepJobs } from '../core/jobs/sweep-jobs.job.ts'
import { sweepResults } from '../core/queries/sweep-results.job.ts'
import { checkpointTableTask } from '../core/tables/maintenance/checkpoint-table.job.ts'
import { sweepHistory } from '../core/tables/maintenance/sweep-history.job.ts'
import { sweepUnnamedObjects, tidyWorkbook } from '../core/tables/maintenance/tidy-workbook.job.ts'
import { sweepProposals } from '../core/tables/proposals/expire-proposals.job.ts'
import { purgeTable, sweepTrashedTables } from '../core/tables/trash/purge-table.job.ts'
import { carryOutClosing } from '../core/workbooks/purge-account.job.ts'
import { purgeWorkbook, sweepTrashedWorkbooks } from '../core/workbooks/purge-workbook.job.ts'
import { deleteExpiredOauthGrants, deleteExpiredOauthTickets } from '../doors/mcp/oauth/oauth.store.ts'
import { deleteOldErasures } from '../engine/storage/erasures.store.ts'
import { deleteOldAttempts } from '../people/accounts/attempts/attempts.store.ts'
import { mailInvitation } from '../people/accounts/invitations/mail-invitation.job.ts'
import { autoTopup } from '../people/billing/payments/auto-topup.job.ts'
import { deleteOldPaymentEvents } from '../people/billing/payments/payment-events.store.ts'
import { turnMonths } from '../people/billing/plans/turn-months.job.ts'
import { enqueueOpenClosings } from '../people/closing/closing.store.ts'
import { sweepHeldContent } from '../people/held-content/sweep-held-content.job.ts'
import { mailNotifications } from '../people/notifications/mail-notifications.job.ts'
import { KEPT_DAYS, MOST_KEPT } from '../people/notifications/notification.ts'
import { deleteOldNotifications } from '../people/notifications/notifications.store.ts'
import { notifyStaleDashboards } from '../people/notifications/notify-stale-dashboards.job.ts'
import { deleteExpiredDeviceGrants } from '../people/sessions/device/device-grants.store.ts'
import { deleteExpiredOidcAttempts } from '../people/sessions/oidc/oidc.store.ts'
import { mailPasswordLink } from '../people/sessions/password/mail-password-link.job.ts'
import { deleteExpiredLinks } from '../people/sessions/password/password-resets.store.ts'
import { deleteOldSessions } from '../people/sessions/sessions.store.ts'
import { sampleUsage } from '../people/usage/sample-usage.job.ts'
import type { Platform } from '../platform/context.ts'
import { deleteOldKeys } from '../platform/http/idempotency/idempotency.store.ts'
import { inTransaction, type Tx } from '../platform/postgres.ts'
import type { CronTask, TaskHandlers } from '../platform/queue/task.ts'
import { bringBundleInBackground } from '../work/bundles/bring-bundle.job.ts'
import { eraseInBackground } from '../work/erasure/erase-values.job.ts'
import { reviewInBackground } from '../work/review/review.job.ts'
import { ingestFilesJob } from '../work/sources/ingest/ingest-files.job.ts'
import { ingestJobOf } from '../work/sources/ingest/ingest-request.ts'
import { ingestSourceJob } from '../work/sources/ingest/ingest-source.job.ts'
import { structureSourceJob } from '../work/sources/ingest/structuring/structure-source.job.ts'
import { materializeInBackground } from '../work/sources/materialize/materialize-source.job.ts'
import { sweepSources } from '../work/sources/sweep-sources.job.ts'
import { ingestUploadJob } from '../work/sources/upload/ingest-upload.job.ts'
import { recomputeInBackground } from '../work/transforms/recompute/recompute.job.ts'
import { transformInBackground } from '../work/transforms/runs/run-transform.job.ts'

/** The jobs behind the one stored kind `source.ingest`. */
const INGEST_JOBS = {
  source: ingestSourceJob,
  upload: ingestUploadJob,
  structure: structureSourceJob,
  files: ingestFilesJob,
}

/** Who does which kind of job. */
export const jobHandlers: JobHandlers = {
  'source.ingest': (ctx, request) => INGEST_JOBS[ingestJobOf(request)](ctx, request),
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
    'mail-notifications': mailNotifications,
    'mail-password-link': mailPasswordLink,
    'mail-webhook-disabled': mailWebhookDisabled,
    'notify-stale-dashboards': notifyStaleDashboards,
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

/** Longer than a job may take, and than any node may be away without a restart. */
const ERASURE_DAYS = 30

/** Ten times as long as the provider repeats one. */
const PAYMENT_EVENT_DAYS = 30

/** What is kept for a time only. A feature that keeps something of the kind adds a line. */
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
  { what: 'proposals past their time', run: sweepProposals },
  { what: 'objects that nothing names', run: sweepUnnamedObjects },
  inOne('accounts that were closed', enqueueOpenClosings),
  inOne('ended sessions', deleteOldSessions),
  inOne('counted attempts', deleteOldAttempts),
  inOne('device grants', deleteExpiredDeviceGrants),
  inOne('codes for agents', deleteExpiredOauthGrants),
  inOne('tickets of agents', deleteExpiredOauthTickets),
  inOne('logins at identity providers', deleteExpiredOidcAttempts),
  inOne('password links', deleteExpiredLinks),
  inOne('old notifications', (tx) => deleteOldNotifications(tx, KEPT_DAYS, MOST_KEPT)),
  inOne('events of the payment provider', (tx) => deleteOldPaymentEvents(tx, PAYMENT_EVENT_DAYS)),
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
