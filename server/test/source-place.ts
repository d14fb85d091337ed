import { jobHandlers } from '../src/main/job-handlers.ts'
import { fromWireId } from '../src/platform/ids.ts'
import type { Settings } from '../src/platform/settings.ts'
import { startService } from './service.ts'
import { type Upload, uploadTo } from './upload.ts'

/** The service with a worker that runs its jobs as the product does. */
export const startWithJobs = (settings: Partial<Settings> = {}) => startService({ workers: 1, jobHandlers, settings })

/** A workbook to bring files to, and ways to look at what came of them. */
export async function newSourcePlace(service: ReturnType<typeof startService>) {
  const { id: workbook, owner } = await service.newWorkbook()
  const at = `/api/v1/workbooks/${workbook}`
  const send = (path: string, sent: Upload) => uploadTo(service.url(), owner.session, `${at}${path}`, sent)
  return {
    workbook,
    owner,
    at,
    upload: (sent: Upload) => send('/sources', sent),
    revise: (source: string, sent: Upload) => send(`/sources/${encodeURIComponent(source)}/revise`, sent),
    call: (method: string, path: string, body?: unknown) => owner.call(method, `${at}${path}`, body),
    /** A staged source that has been analyzed; its parse spec. */
    analyzed: async (sent: Upload) => {
      const { body } = await send('/sources', { ...sent, fields: { mode: 'staged' } })
      const path = `/sources/${encodeURIComponent(body.source.name)}`
      const analyzed = await owner.call('POST', `${at}${path}/analyze`)
      return { path, analyzed, spec: analyzed.body.parse_spec }
    },
    rows: async (table: string, query = 'include_row_ids=false') =>
      (await owner.call('GET', `${at}/tables/${encodeURIComponent(table)}/rows?${query}`)).body.rows,
    events: async () => {
      const { rows } = await service.running.admin.query(
        'select payload from outbox where workbook_id = $1 order by sequence',
        [fromWireId('wb', workbook)],
      )
      return rows.map(({ payload }) => payload)
    },
  }
}
