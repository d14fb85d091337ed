import { expect, test } from 'vitest'
import { newBranch } from '../../../../test/new-branch.ts'
import { newTable, SALES, THREE_SALES } from '../../../../test/new-table.ts'
import { isAskedFor, runTask } from '../../../../test/run-task.ts'
import { startService } from '../../../../test/service.ts'
import { fromWireId } from '../../../platform/ids.ts'

const service = startService()

/** As if all that happened in the workbook had happened so long ago, and nothing had been read since. */
async function age(at: string, interval: string) {
  const workbookId = fromWireId('wb', at.split('/').at(-1) ?? '')
  const { admin } = service.running
  await admin.query('update table_version set at = at - $2::interval where workbook_id = $1', [workbookId, interval])
  await admin.query("update retention_mark set upto = now() - interval '100 days' where what = 'history'")
  return workbookId
}

async function sweepAndTidy(workbookId: string): Promise<boolean> {
  await runTask(service.running, 'retention.sweep')
  const isAsked = await isAskedFor(service.running, `workbook.tidy:${workbookId}`)
  if (isAsked) await runTask(service.running, 'workbook.tidy', { workbook_id: workbookId })
  return isAsked
}

test('versions are forgotten after ninety days although their workbook is no longer used', async () => {
  const { call, at, table, write } = await newTable(service, { columns: SALES, rows: THREE_SALES })
  await write({ rows: [{ __svc_row_id: 1, amount: 9 }] })
  const workbookId = await age(at, '91 days')

  const isAsked = await sweepAndTidy(workbookId)

  expect(isAsked).toBe(true)
  expect(await call('GET', `${table}/changes?since=1`)).toMatchObject({
    status: 410,
    body: { code: 'history_expired' },
  })
  expect((await call('GET', `${table}/rows/1`)).body.row).toMatchObject({ amount: 9 })
})

test('younger versions stay, and their workbook is not looked at', async () => {
  const { call, at, table, write } = await newTable(service, { columns: SALES, rows: THREE_SALES })
  await write({ rows: [{ __svc_row_id: 1, amount: 9 }] })
  const workbookId = await age(at, '89 days')

  const isAsked = await sweepAndTidy(workbookId)

  expect(isAsked).toBe(false)
  expect((await call('GET', `${table}/changes?since=1`)).status).toBe(200)
})

test('a branch keeps the version it came from until it expires after 180 days', async () => {
  const { at, write } = await newBranch(service)
  await write({ rows: [{ __svc_row_id: 1, amount: 9 }] })
  const { admin } = service.running
  const { rows } = await admin.query(
    "select extract(day from expires_at - now())::integer as days from pin where reason = 'branch'",
  )
  const workbookId = await age(at, '91 days')
  const versions = async () => {
    const found = await admin.query('select version from table_version where workbook_id = $1 order by version', [
      workbookId,
    ])
    return found.rows.map(({ version }) => Number(version))
  }

  await sweepAndTidy(workbookId)
  const held = await versions()
  await admin.query("update pin set expires_at = now() - interval '1 second' where workbook_id = $1", [workbookId])
  const isAsked = await sweepAndTidy(workbookId)

  expect(rows).toEqual([{ days: 179 }])
  expect(held).toEqual([2, 3])
  expect(isAsked).toBe(true)
  expect(await versions()).toEqual([3])
  const left = await admin.query('select from pin where workbook_id = $1', [workbookId])
  expect(left.rowCount).toBe(0)
})
