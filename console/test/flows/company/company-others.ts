import { createClient } from '@bindery-data/sdk'
import type { Page } from 'playwright-core'
import { tokenIn } from '../../../../server/test/control-plane.ts'
import { newPerson } from '../../../../server/test/person.ts'
import type { Flow } from '../../flow.ts'
import { expectEqual } from '../../payroll.ts'
import type { Stage } from '../../stage.ts'
import { COMPANY, claim, dismissToasts, holdDomain, newFinance, part, scrollTo } from './company.ts'

const PHONE = { width: 390, height: 844 }

/** Nothing stands beyond the edge of the screen. */
async function expectFits(page: Page) {
  expectEqual('fits', await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true)
}

/** The user at the screen is in a workspace of another user’s account. */
async function joinOther({ url, person }: Stage, base_role: 'viewer' | 'admin') {
  const olga = createClient({ url, token: (await newPerson(url, 'Olga')).session })
  const { workspace_id } = await newFinance({ client: olga })
  const { url: link } = await olga.api.inviteToWorkspace({ workspace_id, body: { email: person.email, base_role } })
  await person.call('POST', `/api/auth/invitations/${tokenIn(link ?? '')}/accept`, {})
  return { olga, workspace_id }
}

export const companyOthersFlows: readonly Flow[] = [
  {
    name: 'in the company of another person it is said whose it is, and one’s own account is one step away',
    shot: 'company-not-owner',
    run: async (stage) => {
      const { page, open } = stage
      await joinOther(stage, 'viewer')
      await open(COMPANY)
      await page.getByRole('heading', { name: 'This account belongs to another person' }).waitFor()
      await page.getByText('Only admins of this workspace choose').waitFor()
      expectEqual('domains', await part(page, 'Domains').count(), 0)
      await page.getByRole('button', { name: 'Set up my own account' }).click()
      await part(page, 'Domains').waitFor()
      await page.getByLabel('Account', { exact: true }).selectOption({ label: 'Another person’s: Finance' })
      await page.getByRole('heading', { name: 'This account belongs to another person' }).waitFor()
    },
  },
  {
    name: 'an admin who does not own the company still says what groups are in the workspace',
    shot: 'company-admin',
    run: async (stage) => {
      const { page, open } = stage
      const { olga, workspace_id } = await joinOther(stage, 'admin')
      await open(COMPANY)
      await page.getByRole('heading', { name: 'This account belongs to another person' }).waitFor()
      await page.getByRole('button', { name: 'Add group' }).click()
      await page.keyboard.type('Accounting')
      await page.keyboard.press('Enter')
      await page.getByText('Not saved yet').waitFor({ state: 'detached' })
      await page.getByText('The groups hold from now on').waitFor()
      await dismissToasts(page)
      const { group_roles } = await olga.api.listGroupRoles({ workspace_id })
      expectEqual(
        'groups',
        group_roles.map(({ group }) => group),
        ['Accounting'],
      )
    },
  },
  {
    name: 'on a phone a company claims a domain and maps a group, and nothing stands beyond the edge',
    shot: 'company-phone',
    run: async (stage) => {
      const { page, open } = stage
      await page.setViewportSize(PHONE)
      await open(COMPANY)
      await expectFits(page)
      await claim(page, 'yanagi.example')
      await expectFits(page)
      const groups = part(page, 'Groups')
      await groups.getByRole('button', { name: 'Add group' }).click()
      await page.keyboard.type('Accounting')
      await groups.getByRole('button', { name: 'Save groups' }).click()
      await groups.getByText('Not saved yet').waitFor({ state: 'detached' })
      await expectFits(page)
      await dismissToasts(page)
      await scrollTo(part(page, 'Domains'))
    },
  },
  {
    name: 'on a phone a company reads its groups, rules and log within the edge',
    shot: 'company-phone-groups',
    run: async (stage) => {
      const { page, open, client } = stage
      await holdDomain(stage, 'hinoki.example')
      const { workspace_id } = await newFinance(stage)
      const roles = ['Accounting', 'Board'].map((group) => ({ group, base_role: 'editor' as const }))
      await client.api.setGroupRoles({ workspace_id, body: { group_roles: roles } })
      await client.api.setAccountPolicy({ body: { max_session_minutes: 720, max_token_days: 30 } })
      await page.setViewportSize(PHONE)
      await open(COMPANY)
      await part(page, 'Groups').getByRole('button', { name: 'Remove Board' }).waitFor()
      await part(page, 'Sessions and tokens').getByLabel('Life of a token').waitFor()
      await expectFits(page)
      await scrollTo(part(page, 'Groups'))
    },
  },
]
