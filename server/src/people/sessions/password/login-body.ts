import { Type } from 'typebox'
import { NamedObject, Patterned, Secret } from '../../../platform/http/schema.ts'
import { toWireId } from '../../../platform/ids.ts'
import { EMAIL, EMAIL_IN_WORDS } from '../../accounts/user.ts'
import { ACCESS_SECONDS } from '../session-token.ts'
import type { Login } from '../sessions.ts'
import { PASSWORD_LENGTH } from './password-hash.ts'

/** The wire form of a login, the same wherever one is obtained, and of what a person says about himself. */

/** Something to see, and nothing that controls a terminal. */
export const PERSON_NAME = /^(?=.*\S)[^\p{Cc}]*$/u

export const Email = Patterned(EMAIL.source, EMAIL_IN_WORDS, { minLength: 3, maxLength: 320 })
export const NewPassword = Type.String({ ...PASSWORD_LENGTH })
export const PersonName = Patterned(PERSON_NAME.source, 'text of one line, and not only spaces', {
  minLength: 1,
  maxLength: 120,
})

export const LoginBody = NamedObject('Login', {
  access_token: Secret(),
  token_type: Type.Literal('Bearer'),
  expires_in: Type.Integer(),
  refresh_token: Secret(),
  user: Type.Object({ user_id: Type.String(), email: Type.String(), name: Type.String() }),
})

export const presentLogin = ({ accessToken, refreshToken, user }: Login) => ({
  access_token: accessToken,
  token_type: 'Bearer',
  expires_in: ACCESS_SECONDS,
  refresh_token: refreshToken,
  user: { user_id: toWireId('usr', user.userId), email: user.email, name: user.name },
})
