import { Type } from 'typebox'
import { Nullable } from '../../http/schema.ts'

/** The name in history, as every answer tells of it. */
export const ActorInfo = Type.Object({
  name: Nullable(Type.String()),
  user_id: Nullable(Type.String()),
  credential: Type.Unsafe<string>({ type: 'string', enum: ['session', 'pat', 'key', 'system'] }),
  credential_id: Nullable(Type.String()),
})
