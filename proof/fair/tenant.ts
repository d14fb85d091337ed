import { randomUUID } from 'node:crypto'
import { fromWireId } from '../../server/src/platform/ids.ts'
import { type Call, type Called, callAs } from '../../server/test/client.ts'
import { newPerson } from '../../server/test/person.ts'
import type { PgPlace } from '../../server/test/pg-clients.ts'
import type { RunningService } from '../../server/test/start-service.ts'
import { uploadTo } from '../../server/test/upload.ts'
import { fillTable } from '../lib/fill-table.ts'

/** An account of its own, with one person, a workbook and tables in it. */
export type Tenant = {
  call: Call
  /** Its workbook. */
  at: string
  pg: PgPlace
  upload: (csv: string) => Promise<Called>
}

/** `large`: how many tables of so many rows there are beside the small one. */
export async function newTenant(service: RunningService, large: number, rows: number): Promise<Tenant> {
  const url = service.urls[0] ?? ''
  const { session } = await newPerson(url)
  const call = callAs(url, session)
  const { body: workbook } = await call('POST', '/api/v1/workbooks', { title: 'Ledger' })
  const at = `/api/v1/workbooks/${workbook.workbook_id}`
  const names = ['small', ...Array.from({ length: large }, (_, n) => `large${n}`)]
  for (const name of names) {
    const columns = [
      { name: 'a', type: 'BIGINT' },
      { name: 'b', type: 'VARCHAR' },
    ]
    const { body: created } = await call('POST', `${at}/tables`, { name, columns })
    await fillTable(service, {
      workbookId: fromWireId('wb', workbook.workbook_id),
      tableId: fromWireId('art', created.table.id),
      columns: [
        { name: 'a', type: 'BIGINT', sql: 'n * 7 % 1000' },
        { name: 'b', type: 'VARCHAR', sql: "'text ' || (n % 1000)" },
      ],
      rowCount: name === 'small' ? 100 : rows,
    })
  }
  const { body: token } = await call('POST', '/api/v1/me/tokens', { name: 'proof', rate_limit_per_minute: 10_000 })
  const pg = { port: service.apis[0]?.pgPort ?? 0, database: workbook.workbook_id, password: token.token }
  const upload = (csv: string) =>
    uploadTo(url, session, `${at}/sources`, { bytes: csv, filename: `${randomUUID()}.csv` })
  return { call, at, pg, upload }
}
