import { Type } from 'typebox'
import type { Agent } from '../agent.ts'
import { fitItems } from '../small-answer.ts'
import { READS, tool } from '../tool.ts'
import { Anything, Cursor, Id, NextCursor, Page } from './fields.ts'

const Text = Type.Union([Type.String(), Type.Null()])
const Amount = Type.Union([Type.Integer(), Type.Null()])

/**
 * No tool sets up a company: what it would do decides who gets in, and a text that an agent reads could ask it to. A key for the
 * provider would stand in the conversation. The owner does both, and most of it is open to their session alone.
 */
export const readCompany = tool({
  name: 'read_company',
  title: 'Read how a company is set up',
  description:
    'How the identity provider of a company is connected to your account: domains with their TXT records and whether they are verified, limits of sessions and tokens, and the workspaces. With workspace_id also the roles that groups have there (for admins; scope workspaces:read). With log only what was changed and by which credential, the newest first. The owner of the account changes these in the console, under Settings, Company; no tool does.',
  scope: 'account:read',
  annotations: READS,
  input: Type.Object({
    workspace_id: Type.Optional(Id('ws', 'From an answer without it')),
    log: Type.Optional(Type.Boolean()),
    limit: Page(20, 100),
    cursor: Cursor,
  }),
  output: Type.Object({
    domains: Type.Optional(
      Type.Array(
        Type.Object({
          domain: Type.String(),
          record_name: Type.String(),
          record_value: Type.String({ description: 'What the TXT record must say' }),
          verified_at: Text,
        }),
      ),
    ),
    policy: Type.Optional(
      Type.Object(
        { max_session_minutes: Amount, max_token_days: Amount, tokens_allowed: Type.Boolean() },
        { description: 'For people of the company; null: no limit of its own' },
      ),
    ),
    workspaces: Type.Optional(Type.Array(Type.Object({ workspace_id: Type.String(), name: Type.String() }))),
    group_roles: Type.Optional(
      Type.Array(
        Type.Object({
          group: Type.String({ description: 'Its name at the provider' }),
          base_role: Type.String(),
          custom_roles: Type.Array(Type.String()),
        }),
      ),
    ),
    log: Type.Optional(
      Type.Array(
        Type.Object({
          at: Type.String(),
          action: Type.String(),
          target: Anything,
          detail: Anything,
          user_id: Text,
          credential: Type.String({ description: 'session, pat, key, link, or system: the service at a login' }),
          credential_id: Text,
        }),
      ),
    ),
    next_cursor: Type.Optional(NextCursor),
  }),
  run: async (agent, { workspace_id, log = false, limit, cursor }) => {
    if (log || cursor !== undefined) return readLog(agent, limit, cursor)
    const { domains } = await agent.api.listDomains({})
    const policy = await agent.api.getAccountPolicy({})
    return {
      domains: domains.map(({ domain, record_name, record_value, verified_at }) => ({
        domain,
        record_name,
        record_value,
        verified_at,
      })),
      policy,
      ...(workspace_id === undefined
        ? { workspaces: (await agent.api.listMyWorkspaces()).workspaces.map(named) }
        : await agent.api.listGroupRoles({ workspace_id })),
    }
  },
})

const named = ({ workspace_id, name }: { workspace_id: string; name: string }) => ({ workspace_id, name })

async function readLog(agent: Agent, limit = 20, cursor: string | undefined) {
  const page = await agent.api.readAccountLog({ limit, cursor })
  const { kept, isCut } = fitItems(page.entries)
  // The cursor of a page stands at its end: of a page that was cut, it has to be asked for again.
  const shown = isCut ? await agent.api.readAccountLog({ limit: kept.length, cursor }) : page
  return {
    log: shown.entries.map(({ actor, at, action, target, detail }) => ({ at, action, target, detail, ...actor })),
    next_cursor: shown.next_cursor,
  }
}
