import { Type } from 'typebox'
import type { AccountLogEntry } from '../../../people/companies/log/account-log.store.ts'
import { readAccountLog } from '../../../people/companies/log/account-log.ts'
import { readCursor, writeCursor } from '../../../platform/http/cursor.ts'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import { Cursor, Id, Limit, NamedObject, Nullable, OneOf, Time, WireId } from '../../../platform/http/schema.ts'
import { type IdPrefix, toWireId } from '../../../platform/ids.ts'

const AnyObject = Type.Object({}, { additionalProperties: true })

const Entry = NamedObject('AccountLogEntry', {
  at: Time,
  action: Type.String(),
  target: AnyObject,
  detail: AnyObject,
  actor: Type.Object({
    user_id: Nullable(WireId('usr')),
    credential: OneOf(['session', 'pat', 'key', 'link', 'system']),
    credential_id: Nullable(Type.String()),
  }),
})

const PREFIX: Record<string, IdPrefix> = { session: 'sess', pat: 'tok', key: 'key', link: 'lnk' }

const presentEntry = ({ at, action, target, detail, actorId, credential, credentialId }: AccountLogEntry) => ({
  at: at.toISOString(),
  action,
  target,
  detail,
  actor: {
    user_id: actorId && toWireId('usr', actorId),
    credential,
    credential_id: credentialId && toWireId(PREFIX[credential] ?? 'key', credentialId),
  },
})

export const accountLogEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: '/api/control/account/log',
    operation: 'readAccountLog',
    summary: 'What was changed about an account as a whole, newest first',
    description:
      'Domains, people and groups of the identity provider, and the roles that groups give. What happens in a workbook is in its own audit log.',
    scope: 'account:read',
    query: Type.Object({
      account_id: Type.Optional(Id('acc')),
      limit: Type.Optional(Limit(100, 500)),
      cursor: Type.Optional(Cursor),
    }),
    status: 200,
    response: Type.Object({ entries: Type.Array(Entry), next_cursor: Nullable(Type.String()) }),
    problems: ['out_of_reach', 'not_found', 'invalid_cursor'],
    handle: async ({ ctx, query: { account_id, limit = 100, cursor } }) => {
      // Safe: only our own cursors can be read, and they hold the last entry of a page.
      const before = cursor ? (readCursor(ctx.keyring, 'account log', cursor) as string) : null
      const { entries, next } = await readAccountLog(ctx, { accountId: account_id, limit, before })
      return {
        entries: entries.map(presentEntry),
        next_cursor: next && writeCursor(ctx.keyring, 'account log', next),
      }
    },
  }),
]
