import type { Flow } from '../flow.ts'
import { newPayroll } from '../payroll.ts'

export const jobsFlows: readonly Flow[] = [
  {
    name: 'jobs are seen with what came of them',
    shot: 'jobs',
    run: async ({ page, open, client }) => {
      const { workbook } = await newPayroll(client)
      const started = await client.api.recomputeWorkbook({ workbook_id: workbook.id, body: { async: true } })
      if (!('job_id' in started)) throw new Error('the recompute did not become a job')
      await client.waitForJob(started.job_id)
      await open('/account/jobs')
      await page.getByRole('row', { name: /Update of tables Payroll 2026 done/ }).waitFor()
    },
  },
  {
    name: 'where no job was, the page says what jobs are for',
    shot: 'jobs-none',
    run: async ({ page, open }) => {
      await open('/account/jobs')
      await page.getByRole('heading', { name: 'No job yet' }).waitFor()
    },
  },
]
