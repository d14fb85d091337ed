import type { Flow } from '../../flow.ts'
import { cell, cellWith, expectEqual, newLedger } from '../../ledger.ts'

const VIEW = {
  name: 'Large, in the north',
  table: 'sales',
  filter: [
    { column: 'region', op: 'in' as const, values: ['North'] },
    { column: 'amount', op: '>=' as const, value: 100_000 },
  ],
  order_by: [{ column: 'amount', direction: 'desc' as const }],
  columns: [
    { column: 'amount', width_px: 120, format: '"¥"#,##0' },
    { column: 'date' },
    { column: 'note', hidden: true },
  ],
  frozen_columns: 1,
}

/** Saved views of a table. */
export const gridViewFlows: readonly Flow[] = [
  {
    name: 'how a table is looked at is saved as a view, which its address brings back for others',
    shot: 'grid-view',
    isTest: true,
    run: async ({ page, open, client }) => {
      const { workbook, at } = await newLedger(client, 400)
      await open(at)
      await page.getByRole('button', { name: 'Menu of amount', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Sort largest first' }).click()
      await page.getByRole('button', { name: 'Menu of note', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Hide' }).click()
      await page.getByRole('button', { name: 'Views' }).click()
      await page.getByRole('menuitem', { name: 'Save as a view…' }).click()
      await page.getByRole('textbox', { name: 'Name' }).fill('By amount')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByRole('button', { name: 'View: By amount' }).waitFor()

      const [view] = await workbook.savedViews()
      expectEqual(view?.order_by, [{ column: 'amount', direction: 'desc' }])
      expectEqual(view?.columns.find(({ column }) => column === 'note')?.hidden, true)
      await open(`/w/${workbook.id}/views/${view?.view_id}`)
      await page.getByRole('button', { name: 'View: By amount' }).waitFor()
      await page.getByRole('button', { name: '1 hidden column' }).waitFor()
    },
  },
  {
    name: 'a change of a view offers to save it, to save it as another, or to undo the change',
    shot: 'grid-view-changed',
    run: async ({ page, open, client }) => {
      const { workbook } = await newLedger(client, 400)
      const { view_id } = await client.api.createSavedView({ workbook_id: workbook.id, body: VIEW })
      await open(`/w/${workbook.id}/views/${view_id}`)
      await cell(page, 0, 0).filter({ hasText: '¥' }).waitFor()
      expectEqual(await page.getByRole('button', { name: 'Save view' }).count(), 0)
      await page.getByRole('button', { name: 'Menu of paid', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Hide' }).click()
      await page.getByRole('button', { name: 'Undo changes' }).click()
      await page.getByRole('button', { name: 'Menu of paid', exact: true }).waitFor()
      await page.getByRole('button', { name: 'Menu of paid', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Hide' }).click()
      await page.getByRole('button', { name: 'Save view' }).click()
      await page.getByText('“Large, in the north” is saved.').waitFor()
      const saved = await client.api.readSavedView({ workbook_id: workbook.id, view_id })
      expectEqual([saved.version, saved.columns.find(({ column }) => column === 'paid')?.hidden], [2, true])
      await page.getByRole('button', { name: 'Menu of region', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Hide' }).click()
      await page.getByRole('button', { name: 'Save as…' }).waitFor()
    },
  },
  {
    name: 'a view is renamed and deleted; the whole table is one press away',
    shot: 'grid-view-menu',
    run: async ({ page, open, client }) => {
      const { workbook } = await newLedger(client, 400)
      const make = (name: string) => client.api.createSavedView({ workbook_id: workbook.id, body: { ...VIEW, name } })
      const { view_id } = await make('First')
      await make('Second')
      await open(`/w/${workbook.id}/views/${view_id}`)
      await page.getByRole('button', { name: 'View: First' }).click()
      await page.getByRole('menuitem', { name: 'Rename view…' }).click()
      await page.getByRole('textbox', { name: 'Name' }).fill('Renamed')
      await page.getByRole('button', { name: 'Rename', exact: true }).click()
      await page.getByRole('button', { name: 'View: Renamed' }).click()
      await page.getByRole('menuitem', { name: 'Delete view…' }).click()
      await page.getByRole('button', { name: 'Delete', exact: true }).click()
      await cellWith(page, 0, 3, '7,919').waitFor()
      expectEqual(
        (await workbook.savedViews()).map(({ name }) => name),
        ['Second'],
      )
      await page.getByRole('button', { name: 'Views' }).click()
      await page.getByRole('menuitem', { name: 'Second' }).click()
      await page.getByRole('button', { name: 'View: Second' }).click()
      await page.getByRole('menuitem', { name: 'The whole table' }).waitFor()
    },
  },
]
