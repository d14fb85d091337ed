import { createServer } from 'node:http'
import { createClient } from '@bindery-data/sdk'
import type { Flow } from '../flow.ts'
import { expectEqual, newPayroll } from '../payroll.ts'

/** A server on this machine that accepts everything. */
async function openReceiver() {
  let heard = 0
  const server = createServer((request, response) => {
    heard += 1
    request.resume().on('end', () => response.end('thank you'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return { url: `http://127.0.0.1:${port}/hook`, heard: () => heard, close: () => server.close() }
}

export const settingsFlows: readonly Flow[] = [
  {
    name: 'one’s own name is changed',
    run: async ({ page, open, client }) => {
      await open('/account/settings')
      await page.getByRole('button', { name: 'Change name' }).click()
      await page.getByLabel('Name', { exact: true }).fill('Olive Analyst')
      await page.keyboard.press('Enter')
      await page.getByText('Olive Analyst').first().waitFor()
      if ((await client.me()).name !== 'Olive Analyst') throw new Error('the name is as it was')
    },
  },
  {
    name: 'settings begin with the user: name, address, language, and the way to another password',
    shot: 'settings-profile',
    run: async ({ page, open, person }) => {
      await open('/account/settings')
      await page.getByRole('tabpanel').or(page.locator('.profile')).getByText(person.email).waitFor()
      await page.getByRole('button', { name: 'Send me the link' }).click()
      await page.getByText(`on its way to ${person.email}`).waitFor()
      await page.locator('.profile').getByLabel('Language').selectOption('ja')
      await page.getByRole('heading', { level: 1, name: '設定' }).waitFor()
    },
  },
  {
    name: 'a token is made, shown once, works, and is revoked',
    shot: 'settings-tokens',
    run: async ({ page, open, client, url }) => {
      await client.api.createToken({ body: { name: 'nightly export', expires_in_days: 30 } })
      await open('/account/settings?part=tokens')
      await page.getByRole('button', { name: 'New token' }).click()
      await page.getByLabel('Name', { exact: true }).fill('my laptop')
      await page.keyboard.press('Enter')
      const token = (await page.getByRole('region', { name: 'Secret' }).textContent())?.trim() ?? ''
      expectEqual('token', (await createClient({ url, token }).me()).credential.kind, 'pat')
      await page.getByRole('button', { name: 'I have kept it' }).click()
      await page.getByRole('button', { name: 'Revoke my laptop' }).click()
      await page.getByRole('button', { name: 'Revoke', exact: true }).last().click()
      await page.getByRole('row', { name: /my laptop .* revoked/ }).waitFor()
    },
  },
  {
    name: 'what a new token may do is chosen before it is made',
    shot: 'settings-new-token',
    run: async ({ page, open }) => {
      await open('/account/settings?part=tokens')
      await page.getByRole('button', { name: 'New token' }).click()
      await page.getByRole('checkbox', { name: /set rules and tags/ }).check()
      await page.getByLabel('For how long').selectOption('365 days')
    },
  },
  {
    name: 'a key is made for a program',
    shot: 'settings-keys',
    run: async ({ page, open }) => {
      await open('/account/settings?part=keys')
      await page.getByRole('button', { name: 'New key' }).click()
      await page.getByLabel('Name', { exact: true }).fill('importer')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'I have kept it' }).click()
      await page.getByRole('row', { name: /importer .* active/ }).waitFor()
    },
  },
  {
    name: 'a webhook is made, tried, and sent again',
    shot: 'settings-webhooks',
    run: async ({ page, open }) => {
      const receiver = await openReceiver()
      try {
        await open('/account/settings?part=webhooks')
        await page.getByRole('button', { name: 'New webhook' }).click()
        await page.getByLabel('Address').fill(receiver.url)
        await page.getByRole('button', { name: 'Create' }).click()
        await page.getByRole('button', { name: 'I have kept it' }).click()
        await page.getByRole('button', { name: 'Test', exact: true }).click()
        await page.getByRole('row', { name: /webhook.test delivered/ }).waitFor()
        await page.getByRole('button', { name: 'Send again: webhook.test' }).click()
        await page
          .getByRole('row', { name: /webhook.test delivered/ })
          .nth(1)
          .waitFor()
        expectEqual('heard', receiver.heard(), 2)
      } finally {
        receiver.close()
      }
    },
  },
  {
    name: 'what the account used is drawn day by day',
    shot: 'settings-usage',
    run: async ({ page, open, client }) => {
      await newPayroll(client)
      await open('/account/settings?part=usage')
      await page.getByRole('img', { name: 'Requests of 30 days, a bar a day' }).waitFor()
    },
  },
  {
    name: 'links of a workspace are shown to members only, and turned off',
    shot: 'settings-workspace-links',
    run: async ({ page, open, client }) => {
      const { account_id } = await client.me()
      const { workspace_id } = await client.api.provisionWorkspace({ body: { name: 'Finance', account_id } })
      await open('/account/settings?part=members')
      await page.getByLabel('Workspace', { exact: true }).selectOption('Finance')
      const links = page.getByLabel('Links to workbooks of this workspace')
      for (const to of ['members', 'off'] as const) {
        await links.selectOption(to)
        await page.locator(`select:enabled:has(option[value=${to}]:checked)`).waitFor()
      }
      const { workspaces } = await client.api.listWorkspaces({})
      const kept = workspaces.find((each) => each.workspace_id === workspace_id)
      expectEqual('public_links', kept?.public_links, 'off')
    },
  },
  {
    name: 'a person is invited into a workspace, and the invitation is withdrawn',
    shot: 'settings-members',
    run: async ({ page, open, client, person }) => {
      const { account_id } = await client.me()
      await client.api.provisionWorkspace({ body: { name: 'Finance', account_id } })
      await open('/account/settings?part=members')
      await page.getByLabel('Workspace', { exact: true }).selectOption('Finance')
      await page.getByRole('cell', { name: person.email }).waitFor()
      for (const email of ['lena@example.org', 'sota@example.org']) {
        await page.getByLabel('E-mail').fill(email)
        await page.getByLabel('As', { exact: true }).selectOption('editor')
        await page.getByRole('button', { name: 'Invite', exact: true }).click()
        await page.getByRole('rowheader', { name: email }).waitFor()
      }
      await page.getByRole('button', { name: 'Withdraw the invitation of sota@example.org' }).click()
      await page.getByRole('rowheader', { name: 'sota@example.org' }).waitFor({ state: 'detached' })
    },
  },
  {
    name: 'where nothing can be bought, the settings say so in words',
    shot: 'settings-billing',
    run: async ({ page, open }) => {
      await open('/account/settings?part=billing')
      await page.getByText('Your own installation').waitFor()
      await page.getByText('without a limit').waitFor()
    },
  },
]
