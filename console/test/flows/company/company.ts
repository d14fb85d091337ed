import type { Locator, Page } from 'playwright-core'
import { providerAt } from '../../../../server/test/company.ts'
import type { Flow } from '../../flow.ts'
import { expectEqual } from '../../payroll.ts'
import type { Stage } from '../../stage.ts'

export const COMPANY = '/account/settings?part=company'

export const textOf = async (page: Page, region: string) =>
  (await page.getByRole('region', { name: region, exact: true }).textContent())?.trim() ?? ''

export const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

export async function claim(page: Page, domain: string) {
  await page.getByLabel('Domain of your mail addresses').fill(domain)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: `Verify ${domain}` }).waitFor()
}

/** A domain that the account of the user at the screen holds. */
export async function holdDomain({ client, publish }: Pick<Stage, 'client' | 'publish'>, domain: string) {
  const { record_name, record_value } = await client.api.claimDomain({ body: { domain } })
  publish(record_name, record_value)
  await client.api.verifyDomain({ domain })
}

export async function newFinance({ client }: Pick<Stage, 'client'>, name = 'Finance') {
  const { account_id } = await client.me()
  return client.api.provisionWorkspace({ body: { name, account_id } })
}

/** What is said for a moment is written in the language of that moment. */
export async function dismissToasts(page: Page) {
  while ((await page.locator('.toast').count()) > 0) await page.locator('.toast button').first().click()
}

/** At the top of the screen, for the picture. */
export const scrollTo = (place: Locator) => place.evaluate((element) => element.scrollIntoView())

export const companyFlows: readonly Flow[] = [
  {
    name: 'every part of a company that has nothing yet says what to do first',
    shot: 'company-first',
    run: async ({ page, open }) => {
      await open(COMPANY)
      await page.getByText('Begin here: enter the domain').waitFor()
      await page.getByText('No group has a role in this workspace yet').waitFor()
      await page.getByText('No key yet.').waitFor()
      await page.getByText('Nothing yet. What you change above stands here').waitFor()
    },
  },
  {
    name: 'a company claims a domain, sees its record, and why it is not verified as long as that is missing',
    shot: 'company-record',
    run: async ({ page, open }) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await open(COMPANY)
      await claim(page, 'kaede.example')
      expectEqual('name', await textOf(page, 'Name of the record of kaede.example'), '_bindery.kaede.example')
      await page.getByRole('button', { name: 'Copy: Value of the record of kaede.example' }).click()
      const copied = await page.evaluate('navigator.clipboard.readText()')
      expectEqual('copied', copied, await textOf(page, 'Value of the record of kaede.example'))
      await page.getByRole('button', { name: 'Verify kaede.example' }).click()
      await page.getByRole('alert').getByText('The domain is not verified').waitFor()
      await page.getByText('Add the record at the provider of the domain').waitFor()
      await dismissToasts(page)
    },
  },
  {
    name: 'a company verifies a domain once its record is there, and removes another',
    shot: 'company-domain',
    isTest: true,
    run: async ({ page, open, client, publish }) => {
      await open(COMPANY)
      await claim(page, 'minato.example')
      await claim(page, 'old-minato.example')
      publish(
        await textOf(page, 'Name of the record of minato.example'),
        await textOf(page, 'Value of the record of minato.example'),
      )
      await page.getByRole('button', { name: 'Verify minato.example' }).click()
      await page.getByText(/^verified on/).waitFor()
      await page.getByRole('button', { name: 'Remove old-minato.example' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
      await page.getByRole('button', { name: 'Remove old-minato.example' }).waitFor({ state: 'detached' })
      const { domains } = await client.api.listDomains()
      expectEqual(
        'domains',
        domains.map(({ domain, verified_at }) => [domain, verified_at !== null]),
        [['minato.example', true]],
      )
    },
  },
  {
    name: 'groups of a company get roles in a workspace, by keyboard alone, and are saved once',
    shot: 'company',
    run: async (stage) => {
      const { page, open, client } = stage
      await holdDomain(stage, 'sakura.example')
      const { workspace_id } = await newFinance(stage)
      await open(COMPANY)
      const groups = part(page, 'Groups')
      await groups.getByLabel('Workspace').selectOption('Finance')
      await groups.getByRole('button', { name: 'Add group' }).focus()
      await page.keyboard.press('Enter')
      await groups.getByLabel('Group at the provider').and(page.locator(':focus')).waitFor()
      for (const key of ['Accounting', 'Tab', 'e', 'Tab', 'auditor board']) {
        if (key === 'Tab') await page.keyboard.press(key)
        else await page.keyboard.type(key)
      }
      await groups.getByRole('button', { name: 'Add group' }).click()
      await page.keyboard.type('Everyone')
      await page.keyboard.press('Enter')
      await page.getByText('The groups hold from now on').waitFor()
      await groups.getByText('Not saved yet').waitFor({ state: 'detached' })
      const { group_roles } = await client.api.listGroupRoles({ workspace_id })
      expectEqual('roles', group_roles, [
        { group: 'Accounting', base_role: 'editor', custom_roles: ['auditor', 'board'] },
        { group: 'Everyone', base_role: 'viewer', custom_roles: [] },
      ])
      await dismissToasts(page)
      await scrollTo(page.locator('main h1').first())
    },
  },
  {
    name: 'the groups of a company are changed and removed; a workspace keeps what is typed while another is looked at',
    shot: 'company-groups',
    run: async (stage) => {
      const { page, open, client } = stage
      const [{ workspace_id }] = [await newFinance(stage), await newFinance(stage, 'Sales')]
      const roles = ['Accounting', 'Board', 'Everyone'].map((group) => ({ group, base_role: 'viewer' as const }))
      await client.api.setGroupRoles({ workspace_id, body: { group_roles: roles } })
      await open(COMPANY)
      const groups = part(page, 'Groups')
      await groups.getByLabel('Workspace').selectOption('Finance')
      await groups.getByRole('button', { name: 'Remove Everyone' }).click()
      await groups.getByRole('group', { name: 'Group 2' }).getByLabel('Role', { exact: true }).selectOption('admin')
      await groups.getByLabel('Workspace').selectOption('Sales')
      await groups.getByText('No group has a role in this workspace yet').waitFor()
      await groups.getByLabel('Workspace').selectOption('Finance')
      await groups.getByRole('button', { name: 'Save groups' }).click()
      await groups.getByText('Not saved yet').waitFor({ state: 'detached' })
      const kept = await client.api.listGroupRoles({ workspace_id })
      expectEqual(
        'roles',
        kept.group_roles.map(({ group, base_role }) => [group, base_role]),
        [
          ['Accounting', 'viewer'],
          ['Board', 'admin'],
        ],
      )
      await page.getByText('The groups hold from now on').waitFor()
      await dismissToasts(page)
      await scrollTo(groups)
    },
  },
  {
    name: 'the provider of a company gets an address and a key that is shown once and works',
    shot: 'company-key',
    run: async (stage) => {
      const { page, open, url } = stage
      await holdDomain(stage, 'tsubaki.example')
      await open(COMPANY)
      const provider = part(page, 'Identity provider')
      await provider.getByRole('button', { name: 'New provider key' }).click()
      await page.getByLabel('Name', { exact: true }).fill('Okta')
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog', { name: 'Keep it now' })
      const key = (await dialog.getByRole('region', { name: 'Key' }).textContent())?.trim() ?? ''
      const address = (await dialog.getByRole('region', { name: 'Address' }).textContent())?.trim()
      expectEqual('address', address, `${url}/scim/v2`)
      const { status } = await providerAt(url, key).send('GET', '/Users')
      expectEqual('users', status, 200)
      await page.getByRole('button', { name: 'I have kept it' }).click()
      await provider.getByRole('row', { name: /Okta .* active/ }).waitFor()
      await provider.getByRole('button', { name: 'New provider key' }).click()
      await page.getByLabel('Name', { exact: true }).fill('Entra')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Copy: Key' }).waitFor()
    },
  },
  {
    name: 'a company bounds sessions and tokens, and is asked before it ends those that exist',
    shot: 'company-policy',
    run: async (stage) => {
      const { page, open, client } = stage
      await open(COMPANY)
      const rules = part(page, 'Sessions and tokens')
      await rules.getByLabel('Limit how long a session lasts').check()
      await rules.getByLabel('Length of a session').fill('10')
      await rules.getByLabel('Unit').selectOption('minutes')
      await rules.getByText('Between 15 minutes and 90 days.').waitFor()
      await rules.getByLabel('Unit').selectOption('hours')
      await rules.getByLabel('Limit how long a token lives').check()
      await rules.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Save and end them' }).click()
      await rules.getByText('Not saved yet').waitFor({ state: 'detached' })
      expectEqual('policy', await client.api.getAccountPolicy(), {
        max_session_minutes: 600,
        max_token_days: 30,
        tokens_allowed: true,
      })
      await rules.getByLabel('People may make personal access tokens').uncheck()
      await dismissToasts(page)
      await scrollTo(rules)
    },
  },
  {
    name: 'what was done to a company is read page by page, with names',
    shot: 'company-log',
    run: async (stage) => {
      const { page, open, client, url } = stage
      for (let n = 0; n < 12; n++) {
        const domain = `branch-${n}.example`
        await client.api.claimDomain({ body: { domain } })
        await client.api.releaseDomain({ domain })
      }
      const { workspace_id } = await newFinance(stage)
      const body = { group_roles: [{ group: 'Accounting', base_role: 'editor' as const }] }
      await client.api.setGroupRoles({ workspace_id, body })
      await client.api.setAccountPolicy({ body: { max_session_minutes: 720, max_token_days: 30 } })
      const { key } = await client.api.createKey({ body: { name: 'Okta', scopes: ['scim'] } })
      const provider = providerAt(url, key)
      await provider.addGroup('Accounting', [await provider.addUser('emi@ume.example')])
      await open(COMPANY)
      const log = part(page, 'What was done').first()
      await log.getByRole('row', { name: /key Okta added a person emi@ume\.example/ }).waitFor()
      await log.getByRole('row', { name: /Aiko set the groups of a workspace Finance Accounting → editor/ }).waitFor()
      await log.getByRole('row', { name: /sessions up to 12 hours · tokens up to 30 days/ }).waitFor()
      expectEqual('first page', await log.getByRole('row').count(), 21)
      await log.getByRole('button', { name: 'Show older entries' }).click()
      await log.getByRole('row', { name: /claimed a domain branch-0\.example/ }).waitFor()
      await log.getByRole('button', { name: 'Show older entries' }).waitFor({ state: 'detached' })
      await scrollTo(log)
    },
  },
]
