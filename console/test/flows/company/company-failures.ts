import type { Flow } from '../../flow.ts'
import { expectEqual } from '../../payroll.ts'
import { COMPANY, dismissToasts, newFinance, part } from './company.ts'

/** The service goes away for the writes of one address. */
const isWrite = (method: string) => method !== 'GET'

export const companyFailureFlows: readonly Flow[] = [
  {
    name: 'what is no domain is refused in a company’s words, and stays in its field',
    refusals: [422],
    run: async ({ page, open }) => {
      await open(COMPANY)
      const field = page.getByLabel('Domain of your mail addresses')
      await field.fill('our company')
      await page.keyboard.press('Enter')
      await part(page, 'Domains').getByRole('alert').waitFor()
      expectEqual('typed', await field.inputValue(), 'our company')
    },
  },
  {
    name: 'groups of a company that are refused stay as they were typed, and are saved after they are mended',
    shot: 'company-groups-refused',
    refusals: [409],
    run: async (stage) => {
      const { page, open, client } = stage
      const { workspace_id } = await newFinance(stage)
      await open(COMPANY)
      const groups = part(page, 'Groups')
      await groups.getByLabel('Workspace').selectOption('Finance')
      for (const name of ['Accounting', 'accounting ']) {
        await groups.getByRole('button', { name: 'Add group' }).click()
        await page.keyboard.type(name)
      }
      await groups.getByText('This group is there already').waitFor()
      await groups.getByRole('group', { name: 'Group 2' }).getByLabel('Group at the provider').fill('Board')
      await groups.getByRole('group', { name: 'Group 2' }).getByLabel('Roles of your own').fill('owner')
      await groups.getByRole('button', { name: 'Save groups' }).click()
      await groups.getByRole('alert').waitFor()
      const second = groups.getByRole('group', { name: 'Group 2' })
      expectEqual('name', await second.getByLabel('Group at the provider').inputValue(), 'Board')
      await second.getByLabel('Roles of your own').fill('trustee')
      await groups.getByRole('button', { name: 'Save groups' }).click()
      await groups.getByText('Not saved yet').waitFor({ state: 'detached' })
      expectEqual('saved', (await client.api.listGroupRoles({ workspace_id })).group_roles.length, 2)
      await groups.getByRole('button', { name: 'Add group' }).click()
      await groups.getByRole('button', { name: 'Save groups' }).click()
      await groups.getByText('Enter the name of the group.').waitFor()
      await dismissToasts(page)
    },
  },
  {
    name: 'rules of a company that no answer came to stay as they were typed, and are saved when the service is back',
    refusals: [503],
    run: async ({ page, open, client }) => {
      await open(COMPANY)
      const rules = part(page, 'Sessions and tokens')
      await rules.getByLabel('Limit how long a session lasts').check()
      await rules.getByLabel('Length of a session').fill('9')
      const at = '**/api/control/account/policy*'
      await page.route(at, (route) =>
        isWrite(route.request().method()) ? route.fulfill({ status: 503, body: 'away' }) : route.continue(),
      )
      await rules.getByRole('button', { name: 'Save', exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Save and end them' }).click()
      await dialog.getByRole('alert').waitFor()
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      expectEqual('typed', await rules.getByLabel('Length of a session').inputValue(), '9')
      await page.unroute(at)
      await rules.getByRole('button', { name: 'Save', exact: true }).click()
      await dialog.getByRole('button', { name: 'Save and end them' }).click()
      await rules.getByText('Not saved yet').waitFor({ state: 'detached' })
      expectEqual('kept', (await client.api.getAccountPolicy()).max_session_minutes, 540)
    },
  },
]
