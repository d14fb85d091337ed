import { MAX_ATTEMPTS } from '../core/jobs/job.ts'
import type { JobOverview } from '../core/jobs/read-job-overview.ts'
import { toWireId } from '../platform/ids.ts'

type Seconds = number | null

/** The overview as programs read it. */
export function presentJobOverview({ at, kinds, failures, open, tasks, workers }: JobOverview) {
  const since = (then: Date | null): Seconds => then && Math.max(0, Math.round((at.getTime() - then.getTime()) / 1_000))
  return {
    at: at.toISOString(),
    kinds: kinds.map((kind) => ({
      kind: kind.kind,
      waiting: kind.waiting,
      running: kind.running,
      retrying: kind.retrying,
      failed_today: kind.failed,
      longest_wait_s: since(kind.waitingSince),
      longest_run_s: since(kind.runningSince),
    })),
    failures: failures.map(({ kind, errorCode, count, lastAt }) => ({
      kind,
      error: errorCode,
      count,
      last_s_ago: since(lastAt),
    })),
    open: open.map((job) => ({
      job_id: toWireId('job', job.jobId),
      workbook_id: toWireId('wb', job.workbookId),
      kind: job.kind,
      status: job.status,
      age_s: since(job.createdAt),
      running_s: since(job.startedAt),
      attempts: job.attempts,
      max_attempts: MAX_ATTEMPTS,
      last_error: job.errorCode,
      next_at: job.nextAt?.toISOString() ?? null,
      worker: job.workerId,
      held_s: since(job.takenAt),
      worker_heard_s_ago: since(job.heardAt),
    })),
    tasks: tasks.map((task) => ({
      task: task.task,
      waiting: task.waiting,
      delayed: task.delayed,
      running: task.running,
      retrying: task.retrying,
      given_up: task.givenUp,
      longest_wait_s: since(task.waitingSince),
    })),
    workers: workers.map(({ workerId, aliveSince, seenAt }) => ({
      worker: workerId,
      alive_s: since(aliveSince),
      heard_s_ago: since(seenAt),
    })),
  }
}

type Cell = string | number | null
type Line = Readonly<Record<string, Cell>>

/** The same for people: a table for each part that has something in it. */
export function reportJobs(overview: JobOverview): string {
  const { at, kinds, failures, open, tasks, workers } = presentJobOverview(overview)
  const parts: readonly [string, readonly Line[]][] = [
    ['Jobs by kind', kinds],
    ['Failed within a day, by the code of the error', failures],
    ['Jobs that have not ended, the oldest first', open],
    ['Tasks of the queue', tasks],
    ['Workers', workers],
  ]
  const sections = parts.map(([title, lines]) => `${title}\n${lines.length > 0 ? tableOf(lines) : '  none'}`)
  return [`At ${at}; times are seconds.`, ...sections].join('\n\n')
}

function tableOf(lines: readonly Line[]): string {
  const columns = Object.keys(lines[0] ?? {})
  const cells = [columns, ...lines.map((line) => columns.map((column) => String(line[column] ?? '-')))]
  const widths = columns.map((_, n) => Math.max(...cells.map((line) => line[n]?.length ?? 0)))
  return cells.map((line) => `  ${line.map((cell, n) => cell.padEnd(widths[n] ?? 0)).join('  ')}`.trimEnd()).join('\n')
}
