import type { Client, Workbook } from '@bindery-data/sdk'
import type { Flow } from '../flow.ts'
import { expectEqual, newLedger } from '../ledger.ts'

const SUM = [{ function: 'sum' as const, column: 'amount' }]

/** Questions and a view of the ledger, on a page. */
export async function newPage(client: Client, workbook: Workbook) {
  const workbook_id = workbook.id
  const ask = async (name: string, summary: object, chart: object) => {
    const body = { name, summary: { table: 'sales', measures: SUM, ...summary }, chart }
    // Safe: a question as the service takes it.
    return (await client.api.createQuestion({ workbook_id, body: body as never })).question_id
  }
  const months = await ask(
    'Sales by month',
    { group_by: [{ column: 'date', by: 'month' }] },
    { kind: 'line', x: 0, y: [1] },
  )
  const regions = await ask('By region', { group_by: [{ column: 'region' }] }, { kind: 'bar', x: 0, y: [1] })
  const total = await ask('Sales', {}, { kind: 'number', y: [0] })
  const rows = await ask('Sales made', { measures: [{ function: 'count' }] }, { kind: 'number', y: [0] })
  const ring = await ask('Products', { group_by: [{ column: 'product' }] }, { kind: 'pie', x: 0, y: [1] })
  const { view_id } = await client.api.createSavedView({
    workbook_id,
    body: {
      name: 'Largest',
      table: 'sales',
      order_by: [{ column: 'amount', direction: 'desc' }],
      columns: ['date', 'region', 'product', 'amount'].map((column) => ({
        column,
        ...(column === 'amount' ? { format: '"¥"#,##0' } : {}),
      })),
    },
  })
  const question = (tile_id: string, question_id: string, place: readonly [number, number, number, number]) => {
    const [x, y, width, height] = place
    return { tile_id, kind: 'question' as const, question_id, x, y, width, height }
  }
  const tiles = [
    {
      tile_id: 't',
      kind: 'text' as const,
      text: '# The year so far\nAll figures in yen.',
      x: 0,
      y: 0,
      width: 6,
      height: 2,
    },
    question('a', total, [6, 0, 3, 2]),
    question('b', rows, [9, 0, 3, 2]),
    question('c', months, [0, 2, 8, 5]),
    question('d', ring, [8, 2, 4, 5]),
    question('e', regions, [0, 7, 5, 5]),
    { tile_id: 'f', kind: 'view' as const, view_id, x: 5, y: 7, width: 7, height: 5 },
  ]
  const { dashboard_id } = await client.api.createDashboard({ workbook_id, body: { name: 'Sales 2026', tiles } })
  return { dashboard_id, at: `/w/${workbook_id}/dashboards/${dashboard_id}` }
}

export const dashboardFlows: readonly Flow[] = [
  {
    name: 'a dashboard shows charts, figures, a table and a text, and follows its tables',
    shot: 'dashboard',
    isTest: true,
    run: async ({ page, open, client }) => {
      const { workbook } = await newLedger(client, 400)
      const { at } = await newPage(client, workbook)
      await open(at)
      await page.getByRole('heading', { name: 'The year so far' }).waitFor()
      await page.getByRole('article', { name: 'Sales made' }).getByText('400').waitFor()
      await page.getByRole('article', { name: 'Sales by month' }).locator('svg').waitFor()
      await page.getByRole('article', { name: 'Products' }).locator('svg').waitFor()
      await page
        .getByRole('article', { name: 'Largest' })
        .getByText('¥249,788')
        .or(page.getByText(/¥24\d,\d{3}/))
        .first()
        .waitFor()
      await workbook.table('sales').append([{ region: 'North', amount: 1 }])
      await page.getByRole('article', { name: 'Sales made' }).getByText('401').waitFor()
    },
  },
  {
    name: 'a dashboard is made: tiles are added, dragged, sized and moved by keys, and saved',
    shot: 'dashboard-editing',
    isTest: true,
    run: async ({ page, open, client }) => {
      const { workbook } = await newLedger(client, 60)
      const { at, dashboard_id } = await newPage(client, workbook)
      await open(`/w/${workbook.id}/dashboards`)
      await page.getByRole('button', { name: 'New dashboard' }).click()
      await page.getByRole('textbox', { name: 'Name' }).fill('Second')
      await page.getByRole('button', { name: 'Make it' }).click()
      await page.getByRole('button', { name: 'Edit' }).click()
      await page.getByRole('button', { name: 'Add a tile' }).click()
      await page.getByRole('menuitem', { name: 'Question' }).click()
      await page.getByRole('button', { name: 'Add it' }).click()
      await page.getByRole('article', { name: /^Tile:/ }).waitFor()
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText('“Second” is saved.').waitFor()

      await open(at)
      await page.getByRole('button', { name: 'Edit' }).click()
      const tile = page.getByRole('article', { name: 'Tile: By region' })
      const box = await tile.locator('header').boundingBox()
      if (!box) throw new Error('the tile has no header')
      await page.mouse.move(box.x + 60, box.y + 12)
      await page.mouse.down()
      await page.mouse.move(box.x + 300, box.y - 300, { steps: 8 })
      await page.mouse.up()
      await page.getByRole('article', { name: 'Tile: Sales made' }).focus()
      await page.keyboard.press('ArrowLeft')
      await page.keyboard.press('Shift+ArrowDown')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText('“Sales 2026” is saved.').waitFor()
      const kept = await client.api.readDashboard({ workbook_id: workbook.id, dashboard_id })
      const place = (id: string) => kept.tiles.find(({ tile_id }) => tile_id === id)
      expectEqual([place('b')?.x, place('b')?.height, (place('e')?.y ?? 9) < 7], [8, 3, true])
      await page.getByRole('button', { name: 'Edit' }).click()
      await page.getByRole('article', { name: 'Tile: By region' }).locator('svg.marks').waitFor()
    },
  },
  {
    name: 'a dashboard is read on a phone, one tile below the other',
    shot: 'dashboard-phone',
    run: async ({ page, open, client }) => {
      const { workbook } = await newLedger(client, 400)
      const { at } = await newPage(client, workbook)
      await page.setViewportSize({ width: 390, height: 844 })
      await open(at)
      await page.getByRole('article', { name: 'Sales by month' }).locator('svg').waitFor()
      const wide = await page.evaluate('document.documentElement.scrollWidth')
      expectEqual(wide, 390)
    },
  },
  {
    name: 'a dashboard is printed as it stands, without what stands around it',
    shot: 'dashboard-print',
    run: async ({ page, open, client }) => {
      const { workbook } = await newLedger(client, 400)
      const { at } = await newPage(client, workbook)
      await open(at)
      await page.getByRole('article', { name: 'Products' }).locator('svg').waitFor()
      const pdf = await page.pdf({ preferCSSPageSize: true })
      if (pdf.length < 10_000) throw new Error(`the PDF has ${pdf.length} bytes only`)
      await page.emulateMedia({ media: 'print' })
      expectEqual(await page.getByRole('button', { name: 'Edit' }).count(), 0)
      await page.emulateMedia({ media: 'screen' })
    },
  },
  {
    name: 'dashboards are listed, renamed and deleted; a question that is gone leaves a note in its place',
    shot: 'dashboards',
    run: async ({ page, open, client }) => {
      const { workbook } = await newLedger(client, 60)
      const { at } = await newPage(client, workbook)
      await client.api.createDashboard({ workbook_id: workbook.id, body: { name: 'Another' } })
      const gone = (await workbook.questions()).find(({ name }) => name === 'Products')
      await client.api.deleteQuestion({ workbook_id: workbook.id, question_id: gone?.question_id ?? '' })
      await open(at)
      await page.getByText('This question was deleted.').waitFor()
      await page.getByRole('button', { name: 'More' }).click()
      await page.getByRole('menuitem', { name: 'Rename…' }).click()
      await page.getByRole('textbox', { name: 'Name' }).fill('Sales, renamed')
      await page.getByRole('button', { name: 'Rename', exact: true }).click()
      await page.getByRole('heading', { name: 'Sales, renamed' }).waitFor()
      await page.getByRole('button', { name: 'More' }).click()
      await page.getByRole('menuitem', { name: 'Delete…' }).click()
      await page.getByRole('button', { name: 'Delete', exact: true }).click()
      await page.getByRole('link', { name: 'Another' }).waitFor()
      expectEqual(
        (await workbook.dashboards()).map(({ name }) => name),
        ['Another'],
      )
    },
  },
]
