import { type Command, listOption, UsageError, writeJson } from '../command.ts'
import { drawTable } from '../drawing/draw-table.ts'

const ACTS = ['claim', 'verify', 'release'] as const
const ROLES = ['viewer', 'editor', 'admin'] as const

export const domains: Command = {
  name: 'domains',
  summary: 'domains of mail addresses that your account holds; claim, verify or release one',
  args: [`[${ACTS.join('|')}]`, '[domain]'],
  options: {},
  run: async (call) => {
    const [wanted, domain] = call.args
    const { api } = call.client()
    const { signal } = call
    const act = ACTS.find((each) => each === wanted)
    if (wanted && (!act || !domain)) throw new UsageError(`bindery domains ${ACTS.join('|')} <domain>`)
    if (act === 'release' && domain) return void (await api.releaseDomain({ domain, signal }))
    if (act && domain) {
      const one =
        act === 'claim'
          ? await api.claimDomain({ body: { domain }, signal })
          : await api.verifyDomain({ domain, signal })
      if (call.isJson) return writeJson(call, one)
      const record = `${one.record_name} TXT "${one.record_value}"`
      return call.terminal.report(
        one.verified_at ? `${one.domain} is verified.` : `Add this record, then verify:\n${record}`,
      )
    }
    const all = (await api.listDomains({ signal })).domains
    if (call.isJson) return writeJson(call, all)
    const columns = [{ name: 'domain' }, { name: 'verified' }, { name: 'record' }, { name: 'value' }]
    const lines = all.map((each) => [
      each.domain,
      each.verified_at?.slice(0, 16) ?? 'no',
      each.record_name,
      each.record_value,
    ])
    await call.terminal.write(drawTable(columns, lines, call.terminal))
  },
}

export const groupRoles: Command = {
  name: 'group-roles',
  summary: 'what groups of the identity provider are in a workspace; --set replaces all of it',
  args: ['<workspace>'],
  options: {
    set: { value: 'group=role,…', isList: true, summary: 'a base role, then custom roles: "Finance=editor,auditor"' },
  },
  run: async (call) => {
    const [workspace_id = ''] = call.args
    const { api } = call.client()
    const { signal } = call
    const group_roles = listOption(call.options, 'set').map(readRole)
    const answer =
      group_roles.length > 0
        ? await api.setGroupRoles({ workspace_id, body: { group_roles }, signal })
        : await api.listGroupRoles({ workspace_id, signal })
    if (call.isJson) return writeJson(call, answer.group_roles)
    const lines = answer.group_roles.map((each) => [each.group, each.base_role, each.custom_roles.join(', ')])
    const columns = [{ name: 'group' }, { name: 'base role' }, { name: 'custom roles' }]
    await call.terminal.write(drawTable(columns, lines, call.terminal))
  },
}

function readRole(text: string) {
  const at = text.lastIndexOf('=')
  const [role, ...custom_roles] = text.slice(at + 1).split(',')
  const base_role = ROLES.find((each) => each === role)
  if (at < 1 || !base_role) throw new UsageError('--set takes group=role, and the role is viewer, editor or admin')
  return { group: text.slice(0, at), base_role, custom_roles }
}
