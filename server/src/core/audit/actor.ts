import { Type } from 'typebox'
import type { CallerKind } from '../../platform/caller.ts'
import type { Context } from '../../platform/context.ts'
import { NamedObject, Nullable } from '../../platform/http/schema.ts'
import { type IdPrefix, toWireId } from '../../platform/ids.ts'

/** On whose behalf something happens: a caller, or the service itself. */
export type Who = Pick<Context, 'caller' | 'ip'> | 'system'

/** The name in history, in wire form. `name` is what the caller calls itself; the rest is what we know of it. */
export type Actor = {
  name: string | null
  user_id: string | null
  credential: CallerKind | 'system'
  credential_id: string | null
}

const PREFIX: Record<CallerKind, IdPrefix> = { session: 'sess', pat: 'tok', key: 'key', link: 'lnk' }

export function actorOf(who: Who, name: string | null = null): Actor {
  if (who === 'system') return { name, user_id: null, credential: 'system', credential_id: null }
  const { kind, userId, credentialId } = who.caller
  return {
    name,
    user_id: toWireId('usr', userId),
    credential: kind,
    credential_id: toWireId(PREFIX[kind], credentialId),
  }
}

/** The name in history, as every answer presents it. */
export const ActorInfo = NamedObject('Actor', {
  name: Nullable(Type.String()),
  user_id: Nullable(Type.String()),
  credential: Type.Unsafe<string>({ type: 'string', enum: ['session', 'pat', 'key', 'link', 'system'] }),
  credential_id: Nullable(Type.String()),
})
