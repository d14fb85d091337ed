import type { Workbook } from '@bindery-data/sdk'
import type { Flow } from '../flow.ts'
import { expectEqual, newLedger } from '../ledger.ts'
import type { Stage } from '../stage.ts'
import { newPage } from './dashboards.ts'

/** As a reader without an account, on this service. */
async function openAsStranger({ page, url }: Stage, link: string) {
  await page.context().clearCookies()
  await page.goto('about:blank')
  await page.goto(`${url}/shared#${link.split('#')[1] ?? ''}`)
}

/** Whether each chart is as wide as its place, within five seconds. */
const CHARTS_FIT = `new Promise((done) => {
  const until = performance.now() + 5000
  const isFitting = (place) => {
    const svg = place.querySelector('svg')
    return svg !== null && Math.abs(svg.getBoundingClientRect().width - place.clientWidth) < 2
  }
  const look = () => {
    const places = [...document.querySelectorAll('.drawn-answer')]
    const areFitting = places.length > 0 && places.every(isFitting)
    if (areFitting || performance.now() > until) done(areFitting)
    else requestAnimationFrame(look)
  }
  look()
})`

const linkTo = async (workbook: Workbook, body: Parameters<Workbook['shareByLink']>[0]) =>
  (await workbook.shareByLink(body)).url

export const linkFlows: readonly Flow[] = [
  {
    name: 'a table is shared by a link that readers without an account open, and is revoked in the same place',
    shot: 'share-by-link',
    isTest: true,
    run: async (stage) => {
      const { page, open, client } = stage
      const { workbook } = await newLedger(client, 40)
      await open(`/w/${workbook.id}/tables/sales`)
      await page.getByRole('button', { name: 'Share', exact: true }).click()
      await page.getByLabel('For whom').fill('The auditor')
      await page.getByRole('button', { name: 'Make a link' }).click()
      const shown = await page.getByRole('region', { name: 'Link', exact: true }).textContent()
      await page.getByRole('button', { name: 'Revoke The auditor' }).waitFor()

      const reader = await page.context().browser()?.newContext()
      const other = await reader?.newPage()
      await other?.goto(`${stage.url}/shared#${shown?.split('#')[1] ?? ''}`)
      await other?.getByRole('heading', { name: 'sales' }).waitFor()
      await other?.getByRole('gridcell').first().waitFor()
      await page.getByRole('button', { name: 'Revoke The auditor' }).click()
      await page.getByRole('button', { name: 'Revoke The auditor' }).waitFor({ state: 'detached' })
      await other?.reload()
      await other?.getByText('This link has ended').waitFor()
      await reader?.close()
    },
  },
  {
    name: 'where links are off, or for members only, the dialog says so before a link is made',
    shot: 'share-links-off',
    run: async ({ page, open, client }) => {
      const { workbook } = await newLedger(client, 5)
      const { workspaces } = await client.api.listWorkspaces({})
      const allow = (to: 'members' | 'off') =>
        Promise.all(
          workspaces.map(({ workspace_id }) =>
            client.api.configureWorkspace({ workspace_id, body: { public_links: to } }),
          ),
        )
      await allow('members')
      await open(`/w/${workbook.id}/tables/sales`)
      await page.getByRole('button', { name: 'Share', exact: true }).click()
      await page.getByText('Members who are logged in').waitFor()
      await page.getByRole('button', { name: 'Make a link' }).waitFor()
      await page.keyboard.press('Escape')
      await allow('off')
      await page.getByRole('button', { name: 'Share', exact: true }).click()
      await page.getByText('Links are turned off here').waitFor()
      await page.getByRole('button', { name: 'Make a link' }).waitFor({ state: 'detached' })
    },
  },
  {
    name: 'a shared table is read without an account, as many rows as there are',
    shot: 'shared-table',
    run: async (stage) => {
      const { workbook } = await newLedger(stage.client, 1_000)
      await openAsStranger(stage, await linkTo(workbook, { kind: 'table', target: 'sales' }))
      await stage.page.getByRole('heading', { name: 'sales' }).waitFor()
      await stage.page.getByRole('row').nth(12).getByRole('gridcell').first().waitFor()
    },
  },
  {
    name: 'a shared view has its filter and none of its hidden columns',
    shot: 'shared-view',
    run: async (stage) => {
      const { page, client } = stage
      const { workbook } = await newLedger(client, 60)
      const columns = ['region', 'amount'].map((column) => ({ column }))
      const hidden = ['date', 'product'].map((column) => ({ column, hidden: true }))
      const filter = [{ column: 'amount', op: '>' as const, value: 0 }]
      const body = { name: 'By region', table: 'sales', columns: [...columns, ...hidden], filter }
      const { view_id } = await client.api.createSavedView({ workbook_id: workbook.id, body })
      await openAsStranger(stage, await linkTo(workbook, { kind: 'view', target: view_id }))
      await page.getByRole('columnheader', { name: 'region' }).waitFor()
      expectEqual(await page.getByRole('columnheader', { name: 'product' }).count(), 0)
    },
  },
  {
    name: 'a shared dashboard shows its charts, figures and tables',
    shot: 'shared-dashboard',
    run: async (stage) => {
      const { page, client } = stage
      const { workbook } = await newLedger(client, 400)
      const { dashboard_id } = await newPage(client, workbook)
      await openAsStranger(stage, await linkTo(workbook, { kind: 'dashboard', target: dashboard_id }))
      await page.getByRole('heading', { name: 'The year so far' }).waitFor()
      await page.getByRole('article', { name: 'Sales made' }).getByText('400').waitFor()
      await page.getByRole('article', { name: 'Sales by month' }).locator('svg').waitFor()
      await page.getByRole('article', { name: 'Largest' }).getByRole('table').waitFor()
    },
  },
  {
    name: 'a link on a phone: the rows and the dashboard fit',
    shot: 'shared-phone',
    run: async (stage) => {
      const { page, client } = stage
      const { workbook } = await newLedger(client, 40)
      const { dashboard_id } = await newPage(client, workbook)
      await page.setViewportSize({ width: 390, height: 844 })
      await openAsStranger(stage, await linkTo(workbook, { kind: 'dashboard', target: dashboard_id }))
      await page.getByRole('article', { name: 'Sales by month' }).locator('svg').waitFor()
      expectEqual(await page.evaluate('document.documentElement.scrollWidth <= 390'), true)
    },
  },
  {
    name: 'the charts of a shared dashboard are as wide as their cards once the window has shrunk',
    shot: 'shared-shrunk',
    run: async (stage) => {
      const { page, client } = stage
      const { workbook } = await newLedger(client, 40)
      const { dashboard_id } = await newPage(client, workbook)
      await openAsStranger(stage, await linkTo(workbook, { kind: 'dashboard', target: dashboard_id }))
      await page.getByRole('article', { name: 'Sales by month' }).locator('svg').waitFor()
      for (const width of [1100, 720, 390, 1360, 390]) {
        await page.setViewportSize({ width, height: 844 })
        expectEqual([width, await page.evaluate(CHARTS_FIT)], [width, true])
      }
    },
  },
  {
    name: 'an ended link, and an address that was cut, say so and what to do',
    shot: 'shared-ended',
    refusals: [410],
    run: async (stage) => {
      const { page, client, url } = stage
      const { workbook } = await newLedger(client, 5)
      const link = await workbook.shareByLink({ kind: 'table', target: 'sales' })
      await page.goto(`${url}/shared`)
      await page.getByText('behind the #').waitFor()
      await workbook.revokeLink(link.link_id)
      await openAsStranger(stage, link.url)
      await page.getByText('This link has ended').waitFor()
    },
  },
]
