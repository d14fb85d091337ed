import type { Flow } from '../flow.ts'
import { expectEqual, newLedger } from '../ledger.ts'

const BY_MONTH = {
  table: 'sales',
  group_by: [{ column: 'date', by: 'month' as const }],
  pivot: { column: 'region' },
  measures: [{ function: 'sum' as const, column: 'amount' }],
}

/** Answers without SQL, and what is kept of them. */
export const questionFlows: readonly Flow[] = [
  {
    name: 'a table is summed up without SQL, with its filter, and becomes a chart that is saved',
    shot: 'question-summary',
    isTest: true,
    run: async ({ page, open, client }) => {
      const { workbook, at } = await newLedger(client, 400)
      const filter = [{ column: 'region', op: '!=', value: 'West' }]
      await open(`${at}?filter=${encodeURIComponent(JSON.stringify(filter))}`)
      await page.getByRole('link', { name: 'Summarise' }).click()
      await page.getByText('1 condition from the table').waitFor()
      await page.locator('.big-number').getByText('300').waitFor()
      await page.getByRole('button', { name: 'Add a group' }).click()
      await page.getByLabel('Group 1').selectOption('region')
      await page.getByLabel('Figure 1').first().selectOption('Sum')
      await page.getByLabel('Column of figure 1').selectOption('amount')
      await page.getByRole('img', { name: 'Bars: Sum of amount by region' }).locator('svg').waitFor()
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByRole('textbox', { name: 'Name' }).fill('By region')
      await page.getByRole('button', { name: 'Save question' }).click()
      await page.getByRole('heading', { name: 'By region' }).waitFor()

      const [question] = await workbook.questions()
      expectEqual([question?.name, question?.chart?.kind, question?.chart?.y], ['By region', 'bar', [1]])
      await page.getByRole('img', { name: 'Bars: Sum of amount by region' }).locator('svg').waitFor()
    },
  },
  {
    name: 'months go down and regions across, as lines, as stacked bars and as a table',
    shot: 'question-pivot',
    run: async ({ page, open, client }) => {
      const { workbook } = await newLedger(client, 400)
      const body = { name: 'Month by month', summary: BY_MONTH, chart: { kind: 'table' as const } }
      const { question_id } = await client.api.createQuestion({ workbook_id: workbook.id, body })
      await open(`/w/${workbook.id}/questions/${question_id}`)
      await page.getByRole('cell', { name: '2026-01' }).waitFor()
      expectEqual(await page.locator('.answer-table thead th').allInnerTexts(), [
        'date', 'East', 'North', 'South', 'West',
      ]) // biome-ignore format: a list
      await page.getByText('Stacked bars').click()
      await page
        .getByRole('img', { name: /^Stacked bars/ })
        .locator('svg')
        .waitFor()
      await page.getByText('Line', { exact: true }).click()
      await page.getByRole('img', { name: /^Line/ }).locator('svg').waitFor()
      await page.getByLabel('Period of date').selectOption('quarter')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText('“Month by month” is saved.').waitFor()
      const kept = await client.api.readQuestion({ workbook_id: workbook.id, question_id })
      expectEqual([kept.version, kept.chart?.kind], [2, 'line'])
    },
  },
  {
    name: 'only the largest groups are shown, as a ring',
    shot: 'question-top',
    run: async ({ page, open, client }) => {
      const { workbook } = await newLedger(client, 400)
      const summary = {
        table: 'sales',
        group_by: [{ column: 'product' }],
        measures: [{ function: 'sum' as const, column: 'amount' }],
      }
      const body = { name: 'Products', summary, chart: { kind: 'pie' as const } }
      const { question_id } = await client.api.createQuestion({ workbook_id: workbook.id, body })
      await open(`/w/${workbook.id}/questions/${question_id}`)
      await page.getByText('5 rows').waitFor()
      await page.getByLabel('Only the largest').fill('3')
      await page.getByText('3 rows').waitFor()
      await page.getByRole('img', { name: /^Ring/ }).locator('svg').waitFor()
    },
  },
  {
    name: 'SQL is kept as a question, drawn by picking its columns, and edited again',
    shot: 'question-sql',
    run: async ({ page, open, client }) => {
      const { workbook } = await newLedger(client, 400)
      const sql = 'SELECT region, paid, sum(amount) AS total FROM sales GROUP BY ALL ORDER BY ALL'
      const body = { name: 'Paid and open', sql }
      const { question_id } = await client.api.createQuestion({ workbook_id: workbook.id, body })
      await open(`/w/${workbook.id}/questions/${question_id}`)
      await page.getByRole('img', { name: 'Stacked bars: total by region' }).locator('svg').waitFor()
      await page.getByLabel('Colour').selectOption('none')
      await page.getByRole('button', { name: 'Undo changes' }).click()
      await page.getByRole('link', { name: 'Edit the SQL' }).click()
      await page.getByRole('button', { name: 'Save question' }).click()
      await page.getByText('“Paid and open” is saved.').waitFor()
      await page.getByRole('img', { name: 'Stacked bars: total by region' }).locator('svg').waitFor()
    },
  },
  {
    name: 'the questions of a workbook are listed with their owners; one is renamed, one deleted',
    shot: 'questions',
    run: async ({ page, open, client }) => {
      const { workbook } = await newLedger(client, 60)
      const make = (name: string) =>
        client.api.createQuestion({ workbook_id: workbook.id, body: { name, summary: BY_MONTH } })
      await make('Sales by month')
      const { question_id } = await make('Old')
      await make('Third')
      await open(`/w/${workbook.id}/questions/${question_id}`)
      await page.getByRole('button', { name: 'More' }).click()
      await page.getByRole('menuitem', { name: 'Rename…' }).click()
      await page.getByRole('textbox', { name: 'Name' }).fill('Older')
      await page.getByRole('button', { name: 'Rename', exact: true }).click()
      await page.getByRole('heading', { name: 'Older' }).waitFor()
      await page.getByRole('button', { name: 'More' }).click()
      await page.getByRole('menuitem', { name: 'Delete…' }).click()
      await page.getByRole('button', { name: 'Delete', exact: true }).click()
      await page.getByRole('link', { name: 'Third' }).waitFor()
      expectEqual(
        (await workbook.questions()).map(({ name }) => name),
        ['Sales by month', 'Third'],
      )
    },
  },
  {
    name: 'a question follows its table while it is looked at, and is read on a phone',
    shot: 'question-phone',
    run: async ({ page, open, client }) => {
      const { workbook } = await newLedger(client, 60)
      const body = { name: 'How many', summary: { table: 'sales', measures: [{ function: 'count' as const }] } }
      const { question_id } = await client.api.createQuestion({ workbook_id: workbook.id, body })
      await page.setViewportSize({ width: 390, height: 844 })
      await open(`/w/${workbook.id}/questions/${question_id}`)
      await page.locator('.big-number').getByText('60').waitFor()
      await workbook.table('sales').append([{ region: 'North', amount: 1 }])
      await page.locator('.big-number').getByText('61').waitFor()
    },
  },
]
