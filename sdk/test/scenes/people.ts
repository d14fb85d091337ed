import { expect } from 'vitest'
import { expectRefusal, mailedToken, newAddress, OWN_PAGE, type Scene, sentOn } from '../scene.ts'

const PASSWORD = 'a staple of batteries'

/** Accounts, workspaces, tokens and keys. */
export async function playPeople(scene: Scene) {
  const { api } = scene
  const me = await api.getMe()
  expect((await api.changeMe({ body: { name: 'Aiko Tanaka' } })).name).toBe('Aiko Tanaka')
  expect((await api.getAccount()).account_id).toBe(me.account_id)
  await api.createAccount({ body: { name: 'Acme' } })
  expect((await api.listAccounts()).accounts.length).toBe(2)

  const { workspace_id } = await api.provisionWorkspace({ body: { name: 'Finance' } })
  expect((await api.listWorkspaces()).workspaces.length).toBe(2)
  expect((await api.listMyWorkspaces()).workspaces.length).toBe(2)
  await api.configureWorkspace({ workspace_id, body: { name: 'Treasury' } })
  expect((await api.getWorkspace({ workspace_id })).name).toBe('Treasury')
  expect((await api.listWorkspaceWorkbooks({ workspace_id })).workbooks).toEqual([])
  await playInvitations(scene, workspace_id)
  await playCompany(scene, workspace_id)
  await api.deleteWorkspace({ workspace_id })
  expect((await api.listMyWorkspaces()).workspaces.length).toBe(1)

  const { token_id } = await api.createToken({ body: { name: 'laptop', scopes: ['workbooks:read'] } })
  await api.revokeToken({ token_id })
  expect((await api.listTokens()).tokens).toMatchObject([{ token_id, revoked_at: expect.any(String) }])
  const { key_id } = await api.createKey({ body: { scopes: ['workbooks:read'] } })
  await api.revokeKey({ key_id })
  expect((await api.listKeys()).keys).toMatchObject([{ key_id, revoked_at: expect.any(String) }])
  expect((await api.readUsage({ days: 7 })).days).toBe(7)
  expect(await api.listMyNotifications({ state: 'unread' })).toMatchObject({ notifications: [], unread_count: 0 })
  expect(await api.markNotificationsRead({ body: {} })).toEqual({ unread_count: 0 })
  const settings = [{ kind: 'mention', by_mail: false }] as const
  await api.changeNotificationSettings({ body: { settings: [...settings] } })
  expect((await api.getNotificationSettings()).settings).toContainEqual({ in_console: true, ...settings[0] })
}

/** Domains of a company, and what groups of its identity provider are. */
async function playCompany({ api, around }: Scene, workspace_id: string) {
  const claimed = await api.claimDomain({ body: { domain: `${crypto.randomUUID()}.example` } })
  const { domain, record_name, record_value } = claimed
  expect(record_name).toBe(`_bindery.${domain}`)
  await expectRefusal(api.verifyDomain({ domain }), 'domain_unverified')
  around.domains.publish(record_name, record_value)
  const verified = await api.verifyDomain({ domain })
  expect((await api.listDomains()).domains).toEqual([verified])
  await api.releaseDomain({ domain })

  const group_roles = [{ group: 'Finance', base_role: 'editor' as const, custom_roles: ['auditor'] }]
  await api.setGroupRoles({ workspace_id, body: { group_roles } })
  expect((await api.listGroupRoles({ workspace_id })).group_roles).toEqual(group_roles)
  const policy = {
    max_session_minutes: 720,
    max_token_days: 30,
    tokens_allowed: true,
    public_links: 'members' as const,
  }
  const { entries } = await api.readAccountLog({ limit: 3 })
  const actions = ['account.groups.map', 'account.domain.release', 'account.domain.verify']
  expect(entries.map(({ action }) => action)).toEqual(actions)
  await api.setAccountPolicy({ body: policy })
  expect(await api.getAccountPolicy()).toEqual(policy)
  await api.setAccountPolicy({ body: {} })
}

/** Members come by invitations: from a program, and from the page behind the mailed link. */
async function playInvitations(scene: Scene, workspace_id: string) {
  const { api, apiFor } = scene
  const anonymous = apiFor(null)
  const invite = async (email: string) => api.inviteToWorkspace({ workspace_id, body: { email, base_role: 'editor' } })
  const [byProgram, byPage] = [newAddress(), newAddress()]
  for (const email of [byProgram, byPage]) await invite(email)
  const { invitation_id } = await invite(newAddress())
  await api.withdrawInvitation({ workspace_id, invitation_id })
  expect((await api.listInvitations({ workspace_id })).invitations.length).toBe(2)

  const token = await mailedToken(scene, byProgram)
  expect(await (await anonymous.invitationPage({ token })).text()).toContain(byProgram)
  const { user } = await anonymous.acceptInvitation({ token, body: { name: 'Emi', password: PASSWORD } })
  const form = { token: await mailedToken(scene, byPage), name: 'Rin', password: PASSWORD }
  expect(sentOn(await anonymous.submitInvitation({ body: form, ...OWN_PAGE })).location).toBe('/')

  await api.setWorkspaceUserRoles({ workspace_id, user_id: user.user_id, body: { roles: ['auditor'] } })
  const attributes = { regions: ['east'] }
  const given = await api.setWorkspaceUserAttributes({ workspace_id, user_id: user.user_id, body: { attributes } })
  expect(given.attributes).toEqual(attributes)
  expect((await api.listWorkspaceUsers({ workspace_id })).users.length).toBe(3)
  await api.removeWorkspaceUser({ workspace_id, user_id: user.user_id })
  const { users, guests } = await api.listWorkspaceUsers({ workspace_id })
  expect([users.length, guests]).toMatchObject([2, [{ user_id: user.user_id, custom_roles: ['auditor'] }]])
  const cleared = await api.setWorkspaceUserRoles({ workspace_id, user_id: user.user_id, body: { roles: [] } })
  expect(cleared).toMatchObject({ base_role: null, roles: [] })
}

/** The end of an account. */
export async function playClosing({ api }: Scene) {
  const { account_id } = await api.createAccount({ body: { name: 'Acme' } })

  await expectRefusal(api.deleteAccount({ body: { account_id, confirm: 'Acne' } }), 'confirm_mismatch')
  const closed = await api.deleteAccount({ body: { account_id, confirm: 'Acme' } })

  expect(closed).toMatchObject({ deleted: true, account_id, workbooks_deleted: 0 })
  expect((await api.listAccounts()).accounts.map((account) => account.account_id)).not.toContain(account_id)
}
