import type { Page } from 'playwright-core'
import type { Flow } from '../flow.ts'
import type { Stage } from '../stage.ts'
import { stagedFile, stagedSample } from '../staged-sample.ts'

/** Goes to a cell of the sheet with the arrows alone. */
async function goTo(page: Page, cell: string) {
  const [, letters = 'A', row = '1'] = /^([A-Z])(\d+)$/.exec(cell) ?? []
  await page.getByRole('grid').focus()
  await page.keyboard.press('Control+Home')
  for (let n = 1; n < Number(row); n++) await page.keyboard.press('ArrowDown')
  for (let n = 65; n < letters.charCodeAt(0); n++) await page.keyboard.press('ArrowRight')
  await page.getByLabel('Cell', { exact: true }).filter({ hasText: cell }).waitFor()
}

const tab = (page: Page, name: RegExp) => page.getByRole('tab', { name }).click()

/** A row that is called a total and is the sum of nothing. */
const stagedBudget = (stage: Stage) =>
  stagedFile(stage, {
    content: 'item,plan,actual\nHall,412,398\nTents,96,121\nEvents total,999,777\nLunch,230,251\nMusic,188,176\n',
    filename: 'budget.csv',
  })

const UNAVAILABLE = {
  type: 'about:blank',
  title: 'Unavailable',
  status: 503,
  code: 'unavailable',
  detail: 'Try again later.',
}

export const correctFlows: readonly Flow[] = [
  {
    name: 'a sheet is shown as it looks, with its regions and the tables they become',
    shot: 'correct',
    run: async (stage) => {
      const { path, source } = await stagedSample(stage)
      const { revision } = await source.parseSpec()
      await stage.open(path)
      await stage.page.getByRole('gridcell', { name: 'Floor lamp' }).waitFor()
      await stage.page
        .getByRole('tabpanel')
        .or(stage.page.locator('.made-tables'))
        .getByRole('columnheader')
        .first()
        .waitFor()
      await goTo(stage.page, 'A4')
      if ((await source.parseSpec()).revision !== revision) throw new Error('looking at a sheet has changed its spec')
    },
  },
  {
    name: 'a link of a citation opens the sheet at its cell',
    run: async (stage) => {
      const { path } = await stagedSample(stage)
      await stage.open(`${path}?cell=B6`)
      await stage.page.getByLabel('Cell', { exact: true }).filter({ hasText: 'B6' }).waitFor()
    },
  },
  {
    name: 'a Japanese report is shown with its units, levels and totals',
    shot: 'correct-report',
    run: async (stage) => {
      const { path } = await stagedSample(stage, 'monthly-profit-and-loss.xlsx')
      await stage.open(path)
      await stage.page.getByRole('gridcell', { name: '営業利益' }).waitFor()
      await goTo(stage.page, 'B7')
      await tab(stage.page, /^Region/)
      await stage.page.getByLabel('Range').waitFor()
    },
  },
  {
    name: 'every table shows that it agrees with its sheet, and the figures of both sides on demand',
    shot: 'correct-check',
    run: async (stage) => {
      const { path, source } = await stagedSample(stage)
      const { check = [] } = await source.parseSpec()
      await stage.open(path)
      const lines = stage.page.locator('.made-tables .check')
      await lines.first().waitFor()
      await lines.first().getByText('sums equal').click()
      await stage.page.getByRole('columnheader', { name: 'Sum on the sheet' }).waitFor()
      if (!check.every(({ balanced }) => balanced)) throw new Error('a sample does not agree with its sheet')
    },
  },
  {
    name: 'a column gets another type, and its table follows at once',
    isTest: true,
    run: async (stage) => {
      const { path, source } = await stagedSample(stage)
      const { page } = stage
      await stage.open(path)
      await goTo(page, 'G5')
      await tab(page, /^Region/)
      await page.getByLabel('Type of Target').selectOption('VARCHAR')
      await page.getByText('Kept').waitFor()
      await tab(page, /^Tables/)
      await page.getByRole('columnheader', { name: 'Target text' }).waitFor()
      const types = (await source.parseSpec()).regions.flatMap(({ columns }) => columns)
      if (types.find(({ name }) => name === 'Target')?.type !== 'VARCHAR') throw new Error('the type was not kept')
    },
  },
  {
    name: 'a table that is not sure asks one question',
    shot: 'correct-question',
    run: async (stage) => {
      const { path } = await stagedBudget(stage)
      await stage.open(path)
      await stage.page.getByText('Row 4 is called a total').waitFor()
    },
  },
  {
    name: 'a click answers the question of a table',
    isTest: true,
    run: async (stage) => {
      const { path, source } = await stagedBudget(stage)
      const { page } = stage
      await stage.open(path)
      await page.getByRole('button', { name: 'Yes, keep apart' }).click()
      await page.getByText('Kept').waitFor()
      await page.getByText('Row 4 is called a total').waitFor({ state: 'detached' })
      const [region] = (await source.parseSpec()).regions
      if (region?.needs_review !== false || region.outputs.length !== 2) throw new Error('the answer was not kept')
    },
  },
  {
    name: 'a header row becomes data, and back again',
    shot: 'correct-row',
    run: async (stage) => {
      const { path, source } = await stagedSample(stage)
      const { page } = stage
      const headers = async () =>
        (await source.parseSpec()).regions.map(({ header_rows }) => header_rows.join()).join(' ')
      const before = await headers()
      await stage.open(path)
      await goTo(page, 'A4')
      await page.getByLabel('Row 4 is').selectOption('data')
      await page.getByText('Kept').waitFor()
      if ((await headers()) === before) throw new Error('no header row has changed')
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByRole('button', { name: 'Undo', disabled: true }).waitFor()
      await page.getByText('Trying…').waitFor({ state: 'detached' })
      if ((await headers()) !== before) throw new Error(`${await headers()} is not ${before}`)
    },
  },
  {
    name: 'the edge of a region is dragged to where the table really ends',
    run: async (stage) => {
      const { path, source } = await stagedSample(stage)
      const { page } = stage
      await stage.open(path)
      await goTo(page, 'A5')
      const edge = await page.locator('.region-edge.bottom').boundingBox()
      if (!edge) throw new Error('no edge to drag')
      const ranges = async () =>
        new Map((await source.parseSpec()).regions.map(({ region_id, range }) => [region_id, range]))
      const before = await ranges()
      await page.mouse.move(edge.x + edge.width / 2, edge.y + 5)
      await page.mouse.down()
      await page.mouse.move(edge.x + edge.width / 2, edge.y - 24 - 14, { steps: 6 })
      await page.mouse.up()
      await page.getByText('Kept').waitFor()
      const after = await ranges()
      const moved = [...before].filter(([id, range]) => after.get(id) !== range)
      // What was left outside is a note of its own.
      if (moved.length !== 1) throw new Error(`${[...before].join(' ')} became ${[...after].join(' ')}`)
    },
  },
  {
    name: 'a correction that does not arrive stays where it was typed, and is tried again by one click',
    shot: 'correct-not-kept',
    refusals: [503],
    run: async (stage) => {
      const { path, source } = await stagedSample(stage)
      const { page } = stage
      await stage.open(path)
      await goTo(page, 'G5')
      await tab(page, /^Region/)
      await page.route('**/parse-spec**', (route) =>
        route.request().method() === 'PATCH' ? route.fulfill({ status: 503, json: UNAVAILABLE }) : route.fallback(),
      )
      const name = page.getByLabel('Name of column H')
      await name.fill('Goal')
      await name.press('Enter')
      await page.getByText('column H is called “Goal”').waitFor({ timeout: 60_000 })
      if ((await name.inputValue()) !== 'Goal') throw new Error('what was typed is gone')
      await page.unroute('**/parse-spec**')
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByText('Kept').waitFor()
      const names = (await source.parseSpec()).regions.flatMap(({ columns }) => columns.map((column) => column.name))
      if (!names.includes('Goal')) throw new Error(names.join())
    },
  },
  {
    name: 'a table is named, split, joined again, and all of it is taken back',
    run: async (stage) => {
      const { path, source } = await stagedSample(stage)
      const { page } = stage
      const regions = async () => (await source.parseSpec()).regions.map(({ range, kind }) => `${kind} ${range}`).join()
      const before = await regions()
      await stage.open(path)
      await goTo(page, 'A15')
      await tab(page, /^Region/)
      const steps = [
        async () => {
          await page.getByLabel('Name of the table').fill('Complaints')
          await page.keyboard.press('Enter')
        },
        () => page.getByRole('button', { name: 'Split above row 15' }).click(),
      ]
      for (const step of steps) {
        await step()
        await page.getByText('Trying…').waitFor()
        await page.getByText('Kept').waitFor()
      }
      if ((await regions()) === before) throw new Error('nothing was split')
      for (let n = 0; n < steps.length; n++) {
        await page.getByRole('button', { name: 'Undo', disabled: false }).click()
        await page.getByText('Trying…').waitFor({ state: 'detached' })
      }
      await page.getByRole('button', { name: 'Undo', disabled: true }).waitFor()
      if ((await regions()) !== before) throw new Error(`${await regions()} is not ${before}`)
    },
  },
  {
    name: 'a range is typed, and what is no range is refused on the spot',
    run: async (stage) => {
      const { path, source } = await stagedSample(stage)
      const { page } = stage
      await stage.open(path)
      await goTo(page, 'G5')
      await tab(page, /^Region/)
      await page.getByLabel('Range').fill('G4:nowhere')
      await page.getByText('Write it as A5:H19.').waitFor()
      await page.getByLabel('Range').fill('G4:I7')
      await page.keyboard.press('Enter')
      await page.getByText('Kept').waitFor()
      const ranges = (await source.parseSpec()).regions.map(({ range }) => range)
      if (!ranges.includes('G4:I7')) throw new Error(ranges.join())
    },
  },
  {
    name: 'doubtful decisions are listed, each with its evidence',
    shot: 'correct-doubts',
    run: async (stage) => {
      const { path } = await stagedSample(stage)
      await stage.open(path)
      await tab(stage.page, /^Doubts/)
      await stage.page.locator('.doubts, .workplace-content > p').first().waitFor()
    },
  },
  {
    name: 'tables are made of a file once the user confirms',
    isTest: true,
    shot: 'overview',
    run: async (stage) => {
      const { path, workbook } = await stagedSample(stage)
      const { page } = stage
      await stage.open(path)
      await page.getByRole('button', { name: 'Make tables' }).click()
      // One lands on the first table; the notice leads to all of them.
      await page.getByRole('grid').waitFor()
      await page.getByRole('button', { name: 'See the tables' }).click()
      await page.getByRole('main').getByRole('heading', { level: 2, name: 'Tables' }).waitFor()
      await page.getByRole('rowheader').first().waitFor()
      if ((await workbook.tables()).length === 0) throw new Error('no table was made')
    },
  },
  {
    name: 'all tables that are shown are made, notes too',
    shot: 'made-with-notes',
    run: async (stage) => {
      const { page, open } = stage
      const content = 'Sales 2026,,\n,,\nShop,Pens,Ink\nEast,3,4\nNorth,1,2\nWest,5,6\nSouth,7,1\n,,\nUnaudited.,,\n'
      const { path, source, workbook } = await stagedFile(stage, { content, filename: 'PL.csv' })
      const { regions } = await source.parseSpec()
      const shown = new Set(regions.flatMap(({ outputs }) => outputs.map(({ name }) => name)))
      await open(path)
      await page.getByRole('button', { name: 'Make tables' }).click()
      await page.getByRole('button', { name: 'See the tables' }).click()
      await page.getByRole('rowheader', { name: 'PL_notes' }).waitFor()
      const made = new Set((await workbook.tables()).map(({ name }) => name))
      const missing = [...shown].filter((name) => !made.has(name))
      if (!shown.has('PL_notes') || missing.length > 0) throw new Error(`shown and not made: ${missing.join(', ')}`)
    },
  },
  {
    name: 'tables that are made while one looks elsewhere are announced, with a way to them',
    shot: 'made-elsewhere',
    run: async (stage) => {
      const { page, open } = stage
      const { path } = await stagedSample(stage)
      await open(path)
      await page.getByRole('gridcell').first().waitFor()
      let let_go = () => undefined as unknown
      const held = new Promise((resolve) => {
        let_go = () => resolve(null)
      })
      await page.route('**/materialize', async (route) => {
        await held
        await route.fallback()
      })
      await page.getByRole('button', { name: 'Make tables' }).click()
      await page
        .getByRole('region', { name: 'Under way' })
        .getByText(/Making tables of/)
        .waitFor()
      await page.getByRole('link', { name: 'Home' }).click()
      await page.getByRole('heading', { level: 1, name: 'Workbooks' }).waitFor()
      let_go()
      await page.getByRole('button', { name: 'See the tables' }).waitFor()
      if (!page.url().endsWith('/')) throw new Error(`one was taken to ${page.url()}`)
      await page.getByRole('button', { name: 'See the tables' }).click()
      await page.getByRole('heading', { level: 1, name: 'Ledger' }).waitFor()
    },
  },
  {
    name: 'a label that is written once is filled down by a tick',
    shot: 'correct-fill-down',
    run: async (stage) => {
      const { page, open } = stage
      const content = 'region,shop,amount\nNorth,A,1\n,B,2\nSouth,C,3\n,D,4\n'
      const { path, source } = await stagedFile(stage, { content, filename: 'shops.csv' })
      await open(path)
      await page.getByRole('gridcell', { name: 'North' }).click()
      await page.getByRole('tab', { name: 'Region' }).click()
      const box = page.getByRole('checkbox', { name: 'Fill region down' })
      await box.setChecked(!(await box.isChecked()))
      await page.getByText('Kept').waitFor()
      const before = JSON.stringify((await source.parseSpec()).regions[0]?.reshape)
      await box.setChecked(true)
      await box.and(page.locator(':checked')).waitFor()
      await page.getByRole('tab', { name: 'Tables' }).click()
      await page.getByRole('row', { name: /^North B 2/ }).waitFor()
      if (before === undefined) throw new Error('nothing was kept')
    },
  },
]
