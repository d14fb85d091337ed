import { fileURLToPath } from 'node:url'
import type { Flow } from '../flow.ts'

const SAMPLE = fileURLToPath(new URL('../../public/samples/sales-report.xlsx', import.meta.url))

export const homeFlows: readonly Flow[] = [
  {
    name: 'a new user is shown how to begin',
    shot: 'home-empty',
    run: async ({ page, open }) => {
      await open('/')
      await page.getByRole('heading', { name: 'Start with a file people really send you' }).waitFor()
    },
  },
  {
    name: 'workbooks are listed, and one is opened by its name',
    shot: 'home',
    run: async ({ page, open, client }) => {
      for (const title of ['Ledger 2026', '売上管理', 'Price list']) await client.createWorkbook({ title })
      await open('/')
      await page.getByRole('link', { name: 'Ledger 2026' }).click()
      await page.getByRole('heading', { level: 1, name: 'Ledger 2026' }).waitFor()
      await page.goBack()
      await page.getByRole('link', { name: '売上管理' }).waitFor()
    },
  },
  {
    name: 'a workbook is made by its title alone',
    run: async ({ page, open, client }) => {
      await open('/')
      await page.getByRole('button', { name: 'New workbook' }).click()
      await page.getByLabel('Title').fill('Budget')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 1, name: 'Budget' }).waitFor()
      const titles = (await client.api.listMyWorkbooks()).workbooks.map(({ title }) => title)
      if (!titles.includes('Budget')) throw new Error(`made ${titles.join(', ')}`)
    },
  },
  {
    name: 'a workbook is renamed, and deleted, and brought back',
    shot: 'workbook-menu',
    run: async ({ page, open, client }) => {
      const workbook = await client.createWorkbook({ title: 'Wrongly named' })
      await open(`/w/${workbook.id}`)
      await page.getByRole('button', { name: 'More about Wrongly named' }).click()
      await page.getByRole('menuitem', { name: 'Rename…' }).click()
      await page.getByLabel('Title').fill('Budget 2027')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 1, name: 'Budget 2027' }).waitFor()
      await page.getByRole('button', { name: 'More about Budget 2027' }).click()
      await page.getByRole('menuitem', { name: 'Delete workbook…' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('button', { name: 'Bring it back' }).click()
      await page.getByRole('link', { name: 'Budget 2027' }).waitFor()
    },
  },
  {
    name: 'a table is made from nothing, renamed, described, archived and deleted',
    shot: 'new-table',
    run: async ({ page, open, client }) => {
      const workbook = await client.createWorkbook({ title: 'Lists' })
      await open(`/w/${workbook.id}`)
      await page.getByRole('button', { name: 'New table' }).click()
      await page.getByLabel('Name', { exact: true }).fill('guests')
      await page.getByLabel('Columns').fill('Name\nCompany\nTable')
      await page.getByRole('button', { name: 'Create' }).click()
      await page.getByRole('heading', { level: 1, name: 'guests' }).waitFor()
      const choose = async (item: string) => {
        await page.getByRole('button', { name: 'More', exact: true }).click()
        await page.getByRole('menuitem', { name: item }).click()
      }
      await choose('Rename table…')
      await page.getByLabel('Name of the table').fill('visitors')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 1, name: 'visitors' }).waitFor()
      await choose('Describe table…')
      await page.getByLabel('Description').fill('Who came to the fair')
      await page.getByRole('dialog').getByRole('button', { name: 'Keep' }).click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      const made = await workbook.table('visitors').read()
      if (made.description !== 'Who came to the fair' || made.columns.length !== 3)
        throw new Error(JSON.stringify(made))
      await choose('Archive table…')
      await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click()
      await page.getByRole('button', { name: 'Bring it back' }).click()
      await open(`/w/${workbook.id}/tables/visitors`)
      await choose('Delete table…')
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      await page.getByText('visitors is deleted').waitFor()
      if ((await workbook.tables()).length > 0) throw new Error('the table is still there')
    },
  },
  {
    name: 'the command palette leads to a workbook without the mouse',
    isTest: true,
    shot: 'palette',
    run: async ({ page, open, client }) => {
      await client.createWorkbook({ title: 'ｱｲｺの台帳' })
      await open('/')
      await page.getByRole('link', { name: 'ｱｲｺの台帳' }).waitFor()
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').getByRole('combobox').fill('あいこ')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 1, name: 'ｱｲｺの台帳' }).waitFor()
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').getByRole('combobox').waitFor()
    },
  },
  {
    name: 'a file that is uploaded is shown before any table is made of it',
    run: async ({ page, open, client }) => {
      await open('/')
      await page.locator('input[type=file]').setInputFiles(SAMPLE)
      await page.waitForURL('**/sources/**')
      const [workbook] = (await client.api.listMyWorkbooks()).workbooks
      if (workbook?.table_count !== 0 || workbook.source_count !== 1) throw new Error(JSON.stringify(workbook))
    },
  },
  {
    name: 'a file that is dropped anywhere comes in',
    isTest: true,
    run: async ({ page, open }) => {
      await open('/')
      await page.evaluate(`{
        const dataTransfer = new DataTransfer()
        dataTransfer.items.add(new File(['code,amount\\n0600,12\\n0601,8\\n'], 'orders.csv', { type: 'text/csv' }))
        for (const name of ['dragenter', 'dragover', 'drop'])
          document.body.dispatchEvent(new DragEvent(name, { dataTransfer, bubbles: true, cancelable: true }))
      }`)
      await page.waitForURL('**/sources/**')
      await page.getByRole('gridcell', { name: '0600' }).waitFor()
    },
  },
  {
    name: 'several files are uploaded at once: each has its progress, fails by itself, and waits to be checked',
    shot: 'many-files',
    isTest: true,
    refusals: [415],
    run: async ({ page, open, client }) => {
      const csv = (name: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(`code,n\nA,1\n${name},2\n`) })
      const broken = { name: 'broken.xlsx', mimeType: 'application/zip', buffer: Buffer.from('PK\u0003\u0004 no') }
      await open('/')
      await page.locator('main input[type=file]').setInputFiles([csv('a.csv'), broken, csv('b.csv'), csv('c.csv')])
      const tray = page.getByRole('region', { name: 'Uploads' })
      await tray.getByText('4 of 4 files are in').waitFor()
      await tray.getByText('broken.xlsx').waitFor()
      const { workbooks } = await client.api.listMyWorkbooks()
      if (workbooks.length !== 1) throw new Error(`they went into ${workbooks.length} workbooks`)
      await tray.getByRole('link', { name: 'Check it' }).nth(1).click()
      await page.getByRole('gridcell', { name: 'b.csv' }).waitFor()
      await tray.getByText('3 of 3 files are in').waitFor()
    },
  },
  {
    name: 'a file whose reading took too long is kept, says so, and can be read again from the tray or from its own page',
    shot: 'reading-timeout',
    isTest: true,
    refusals: [409, 504],
    run: async ({ page, open }) => {
      const problem = {
        type: 'reading_timeout', code: 'reading_timeout', status: 504, title: 'Reading this file took too long',
        detail: 'Reading the file took longer than 62 seconds.', suggested_fix: 'Read it again.', request_id: 'req_1',
      } // biome-ignore format: a document
      let reads = 0
      const late = { status: 504, contentType: 'application/problem+json', body: JSON.stringify(problem) }
      await page.route('**/analyze', (route) => (++reads === 3 ? route.fallback() : route.fulfill(late)))
      await open('/')
      await page.locator('input[type=file]').setInputFiles(SAMPLE)
      await page.getByText('Nothing is lost').waitFor()
      await page.getByRole('button', { name: 'Read again' }).click()
      await page.getByText('Nothing is lost').waitFor()
      await page.getByRole('link', { name: 'sales-report' }).click()
      await page.getByRole('link', { name: 'sales-report.xlsx' }).first().click()
      await page.getByText('This file has not been read yet').waitFor()
      await page.getByRole('button', { name: 'Read it now' }).click()

      await page.getByRole('gridcell').first().waitFor()
      if ((await page.getByText('Nothing is lost').count()) > 0) throw new Error('an old failure is still shown')
      await page.getByRole('button', { name: 'Read again' }).click()
      await page.getByText('Nothing is lost').waitFor()
    },
  },
  {
    name: 'a sample workbook is one click away',
    run: async ({ page, open }) => {
      await open('/')
      await page.getByRole('button', { name: 'Try it: Monthly profit and loss' }).click()
      await page.getByRole('gridcell', { name: '月次損益計算書' }).waitFor()
    },
  },
  {
    name: 'a user who is not signed in is led to the login, and back to where they wanted to go',
    isTest: true,
    run: async ({ page, url, person, client }) => {
      const workbook = await client.createWorkbook({ title: 'Ledger' })
      await page.context().clearCookies()
      await page.goto(`${url}/w/${workbook.id}`)
      await page.getByLabel('Email').or(page.getByLabel('E-mail')).fill(person.email)
      await page.getByLabel('Password').fill(person.password)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 1, name: 'Ledger' }).waitFor()
    },
  },
  {
    name: 'a visit without a session asks for nothing that is refused, and the login keeps the language of the console',
    isTest: true,
    run: async ({ page, url, open, person }) => {
      // An answer still on its way would bring the session back after its cookies are cleared.
      const traded = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/auth/refresh')
      await open('/')
      await traded
      await page.getByLabel('Language').selectOption('ja')
      await page.context().clearCookies({ name: 'svc_signed_in' })
      await page.context().clearCookies({ name: 'svc_refresh' })
      const refused: string[] = []
      page.on('response', (answer) => void (answer.status() >= 400 && refused.push(answer.url())))
      await page.goto(url)
      await page.getByRole('heading', { name: 'Bindery にログイン' }).waitFor()
      await page.getByRole('link', { name: 'English' }).click()
      await page.getByLabel('E-mail').fill(person.email)
      await page.getByLabel('Password').fill(person.password)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 1, name: 'Workbooks' }).waitFor()
      if (refused.length > 0) throw new Error(`refused: ${refused.join(', ')}`)
    },
  },
  {
    name: 'tables stand at the side with kind and state, are found by name, and favourites come first',
    shot: 'side-tables',
    isTest: true,
    run: async ({ page, open, client }) => {
      const workbook = await client.createWorkbook({ title: 'Ledger' })
      for (const name of ['売上', '仕入', '在庫', '顧客', '商品', '部門', '社員', 'ｹｲﾋ'])
        await workbook.createTable({ name, columns: [{ name: 'n', type: 'BIGINT' }] })
      await workbook.createTransform({ name: '集計', code: 'SELECT sum(n) AS n FROM {{ a }}', args: { a: '売上' } })
      await workbook.table('売上').append([{ n: 1 }])
      await open(`/w/${workbook.id}`)
      const side = page.getByRole('navigation', { name: 'Main' }).getByRole('region', { name: 'Tables' })
      await side.getByRole('link', { name: /集計.*needs update/ }).waitFor()
      await side.getByLabel('Find a table').fill('けいひ')
      await side.getByRole('link', { name: 'ｹｲﾋ' }).waitFor()
      if ((await side.getByRole('link').count()) !== 1) throw new Error('the search found more')
      await side.getByLabel('Favourite: ｹｲﾋ').click()
      await side.getByLabel('Find a table').fill('')
      await side.getByRole('listitem').first().getByRole('link', { name: 'ｹｲﾋ' }).click()
      await page.getByRole('heading', { level: 1, name: 'ｹｲﾋ' }).waitFor()
      await side.getByRole('link', { name: '在庫' }).click()
      await page.getByRole('heading', { level: 1, name: '在庫' }).waitFor()
      await page.getByRole('link', { name: 'Home' }).click()
      await page.getByRole('region', { name: 'Favourites' }).getByRole('link', { name: /ｹｲﾋ/ }).waitFor()
      await page.getByRole('region', { name: 'Recent' }).getByRole('link', { name: /在庫/ }).click()
      await page.getByRole('heading', { level: 1, name: '在庫' }).waitFor()
    },
  },
  {
    name: 'on a phone the places are behind a button, and going to one closes them',
    shot: 'phone',
    isTest: true,
    run: async ({ page, open, client }) => {
      const workbook = await client.createWorkbook({ title: 'Ledger 2026' })
      await workbook.createTable({ name: 'sales', columns: [{ name: 'n', type: 'BIGINT' }] })
      await page.setViewportSize({ width: 390, height: 844 })
      await open(`/w/${workbook.id}`)
      const top = (await page.locator('main').boundingBox())?.y ?? 844
      if (top > 60) throw new Error(`the content begins at ${top} px`)
      const menu = page.getByRole('button', { name: 'Menu' })
      await menu.click()
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Files' }).click()
      await page.getByRole('heading', { level: 1, name: 'Files' }).waitFor()
      await page.getByRole('navigation', { name: 'Main' }).waitFor({ state: 'hidden' })
      await menu.click()
      await page.keyboard.press('Escape')
      await page.getByRole('navigation', { name: 'Main' }).waitFor({ state: 'hidden' })
      await menu.click()
    },
  },
  {
    name: 'language and appearance are chosen once and stay',
    run: async ({ page, open }) => {
      await open('/')
      await page.getByLabel('Language').selectOption('ja')
      await page.getByLabel('外観').selectOption('dark')
      await page.reload()
      await page.getByRole('heading', { level: 1, name: 'ワークブック' }).waitFor()
      await page.locator('html[lang=ja][data-theme=dark]').waitFor()
    },
  },
  {
    name: 'an address that leads nowhere says so and leads home',
    shot: 'nowhere',
    run: async ({ page, url }) => {
      await page.goto(`${url}/account/nowhere`)
      await page.getByRole('link', { name: 'Go home' }).waitFor()
    },
  },
]
