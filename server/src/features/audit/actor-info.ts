import { Type } from 'typebox'

const MaybeText = Type.Union([Type.String(), Type.Null()])

/** The name in history, as every answer tells of it. */
export const ActorInfo = Type.Object({
  name: MaybeText,
  user_id: MaybeText,
  credential: Type.Unsafe<string>({ type: 'string', enum: ['session', 'pat', 'key', 'system'] }),
  credential_id: MaybeText,
})
