import { expect, test, vi } from 'vitest'
import { startService } from '../../../test/service.ts'
import { uploadTo } from '../../../test/upload.ts'

// The first loader of a node tries the sandbox out, which takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const service = startService()

const MONTHS = ['4月', '5月', '6月', '7月', '8月', '9月', '10月', '11月', '12月', '1月', '2月', '3月']

/** A report with two groups of accounts and a total of each; `slip`: what the total of costs is off by in July. */
function report(slip: number): string {
  const line = (base: number, step: number) => MONTHS.map((_, n) => base + step * n * n + ((n * 37) % 11))
  const sum = (...lines: number[][]) => MONTHS.map((_, n) => lines.reduce((all, each) => all + (each[n] ?? 0), 0))
  const [home, abroad, wages, rent, power] = [line(610, 7), line(420, 3), line(300, 5), line(200, 0), line(81, 2)]
  const costs = sum(wages, rent, power)
  costs[3] = (costs[3] ?? 0) + slip
  const rows = [
    ['国内売上', ...home],
    ['海外売上', ...abroad],
    ['売上合計', ...sum(home, abroad)],
    ['人件費', ...wages],
    ['家賃', ...rent],
    ['光熱費', ...power],
    ['費用合計', ...costs],
  ]
  return [['科目', ...MONTHS], ...rows].map((row) => row.join(',')).join('\n')
}

async function reviewOf(slip: number) {
  const { id, owner } = await service.newWorkbook()
  const at = `/api/v1/workbooks/${id}`
  await uploadTo(service.url(), owner.session, `${at}/sources`, { filename: 'pl.csv', bytes: report(slip) })
  const { body } = await owner.call('POST', `${at}/review`, { checks: ['total_mismatch'] })
  return { body, call: owner.call, at }
}

test('a report whose total does not add up is found, with the cell; one that adds up is not', async () => {
  const right = await reviewOf(0)
  const { body, call, at } = await reviewOf(50)

  expect(right.body.findings).toEqual([])
  expect(body.findings).toMatchObject([{ check: 'total_mismatch', severity: 'error', count: 1 }])
  const [{ message, evidence, row_ids }] = body.findings
  expect(message).toContain('E8')
  const shown = (await call('POST', `${at}/query`, { sql: evidence.sql })).body.rows
  expect(shown.map((row: { __svc_row_id: number }) => row.__svc_row_id)).toEqual(row_ids)
})
