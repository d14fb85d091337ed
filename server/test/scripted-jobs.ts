import { setTimeout as pause } from 'node:timers/promises'
import type { JobContext } from '../src/core/jobs/job.ts'
import { fromWireId } from '../src/platform/ids.ts'
import { jobEndpoint } from './job-endpoint.ts'
import { startService } from './service.ts'

type Script = (ctx: JobContext) => Promise<unknown>

/** The service with two workers whose handler does what each test says: a job runs the script it was started with. */
export function startScriptedService() {
  const scripts = new Map<string, Script>()
  const run = (ctx: JobContext, request: unknown) => {
    const script = scripts.get(String(request))
    if (!script) throw new Error(`no script ${request}`)
    return script(ctx)
  }
  const service = startService({ workers: 2, extraEndpoints: [jobEndpoint], jobHandlers: { export: run } })
  const query = (sql: string, values: unknown[] = []) => service.running.admin.query(sql, values)

  /** Retries wait some seconds in the queue; tests do not. */
  async function until<T>(look: () => Promise<T>, isThere: (seen: T) => boolean): Promise<T> {
    for (const started = Date.now(); ; await pause(30)) {
      await query('update graphile_worker._private_jobs set run_at = now() where run_at > now() and locked_at is null')
      const seen = await look()
      if (isThere(seen)) return seen
      if (Date.now() - started > 15_000) throw new Error(`waited in vain; last seen: ${JSON.stringify(seen)}`)
    }
  }

  return {
    service,
    until,
    /** A job of a new person that runs this script, and ways to look at it. */
    startJob: async (script: Script) => {
      const { id: workbook, owner } = await service.newWorkbook()
      scripts.set(workbook, script)
      const accepted = await owner.call('POST', `/api/v1/workbooks/${workbook}/test-jobs`, {
        kind: 'export',
        request: workbook,
      })
      const path = `/api/v1/jobs/${accepted.body.job_id}`
      const read = async () => (await owner.call('GET', path)).body
      return {
        workbook,
        owner,
        accepted,
        path,
        read,
        ended: () => until(read, ({ finished_at }) => finished_at !== null),
        /** What the queue still holds of it. */
        queued: async () => {
          const { rows } = await query('select 1 from graphile_worker._private_jobs where key = $1', [
            `job:${fromWireId('job', accepted.body.job_id)}`,
          ])
          return rows.length
        },
        events: async () => {
          const { rows } = await query('select payload from outbox where workbook_id = $1 order by sequence', [
            fromWireId('wb', workbook),
          ])
          return rows.map(({ payload }) => payload)
        },
      }
    },
    /** What happens to the tasks of a worker that others think dead. */
    handOver: () => query('select graphile_worker.force_unlock_workers(array(select worker_id from worker_heartbeat))'),
  }
}

/** Somewhere to wait until it is opened. */
export function gate() {
  let open = () => {}
  const passed = new Promise<void>((resolve) => {
    open = resolve
  })
  return { passed, open }
}
