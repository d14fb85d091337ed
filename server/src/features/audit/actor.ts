import type { CallerKind } from '../../platform/caller.ts'
import type { Context } from '../../platform/context.ts'
import { type IdPrefix, toWireId } from '../../platform/ids.ts'

/** On whose behalf something happens: somebody who asked, or the service itself. */
export type Who = Pick<Context, 'caller' | 'ip'> | 'system'

/** The name in history, in wire form. `name` is what the caller calls himself; the rest is what we know of him. */
export type Actor = {
  name: string | null
  user_id: string | null
  credential: CallerKind | 'system'
  credential_id: string | null
}

const PREFIX: Record<CallerKind, IdPrefix> = { session: 'sess', pat: 'tok', key: 'key' }

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
