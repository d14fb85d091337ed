import { afterAll, expect, test } from 'vitest'
import { holdDomain, mapGroup, openDomains } from '../../../test/company.ts'
import { connectAgent } from '../../../test/connect-agent.ts'
import { newWorkspace } from '../../../test/control-plane.ts'
import { startService } from '../../../test/service.ts'

const domains = await openDomains()
afterAll(() => domains.close())
const service = startService({ settings: domains.settings })

test('an agent reads how a company is set up, what its groups are, and page by page what was changed', async () => {
  const owner = await service.newPerson('Olga')
  const domain = await holdDomain(owner, domains)
  const workspace = await newWorkspace(owner)
  await mapGroup(owner, workspace, 'Finance', 'editor', ['auditor'])
  await owner.call('PUT', '/api/control/account/policy', { max_token_days: 30 })
  const token = await service.newToken(owner, { scopes: ['account:read', 'workspaces:read'] })
  const agent = await connectAgent(service.url(), token)

  const set = await agent.call('read_company')
  const groups = await agent.call('read_company', { workspace_id: workspace })
  const first = await agent.call('read_company', { log: true, limit: 3 })
  const rest = await agent.call('read_company', { cursor: first.answer.next_cursor })

  expect(set.answer).toMatchObject({
    domains: [{ domain, record_name: `_bindery.${domain}`, verified_at: expect.any(String) }],
    policy: { max_session_minutes: null, max_token_days: 30, tokens_allowed: true },
  })
  expect(set.answer.workspaces.map((each: { workspace_id: string }) => each.workspace_id)).toContain(workspace)
  expect(groups.answer.group_roles).toEqual([{ group: 'Finance', base_role: 'editor', custom_roles: ['auditor'] }])
  expect(first.answer.log).toMatchObject([
    { action: 'account.policy.set', credential: 'session', user_id: owner.userId },
    { action: 'account.groups.map' },
    { action: 'account.domain.verify', target: { domain } },
  ])
  expect(rest.answer).toMatchObject({ log: [{ action: 'account.domain.claim' }], next_cursor: null })
  await agent.close()
})

test('an agent without the scope is not shown the company, and is refused when it asks all the same', async () => {
  const owner = await service.newPerson('Olga')
  const agent = await connectAgent(service.url(), await service.newToken(owner, { scopes: ['workbooks:write'] }))

  const tools = await agent.tools()
  const asked = await agent.call('read_company')

  expect(tools.map(({ name }) => name)).not.toContain('read_company')
  expect(asked.problem).toMatchObject({ code: 'insufficient_scope', required_scopes: ['account:read'] })
  await agent.close()
})

test('groups are for those who may see workspaces, and a token that is bound to a workbook sees no account', async () => {
  const owner = await service.newPerson('Olga')
  const workspace = await newWorkspace(owner)
  const { body } = await owner.call('POST', '/api/v1/workbooks', { title: 'Ledger', workspace_id: workspace })
  const resource = `workbook:${body.workbook_id}`
  const plain = await connectAgent(service.url(), await service.newToken(owner, { scopes: ['account:read'] }))
  const bound = await connectAgent(service.url(), await service.newToken(owner, { scopes: ['account:read'], resource }))

  const groups = await plain.call('read_company', { workspace_id: workspace })
  const outside = await bound.call('read_company', { log: true })

  expect(groups.problem).toMatchObject({ code: 'insufficient_scope', required_scopes: ['workspaces:read'] })
  expect(outside.problem).toMatchObject({ code: 'out_of_reach' })
  await Promise.all([plain.close(), bound.close()])
})
