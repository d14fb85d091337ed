import { randomUUID } from 'node:crypto'
import { type Call, callAs } from './client.ts'

/** A logged-in user, with a way to call the API as them. */
export type Person = { userId: string; email: string; password: string; session: string; call: Call }

/** Registers a new user over HTTP. */
export async function newPerson(url: string, name = 'Aiko'): Promise<Person> {
  const email = `${randomUUID()}@example.org`
  const password = 'correct horse battery'
  const { status, body } = await callAs(url, null)('POST', '/api/auth/register', { email, password, name })
  if (status !== 201) throw new Error(`registration answered ${status}: ${JSON.stringify(body)}`)
  return {
    userId: body.user.user_id,
    email,
    password,
    session: body.access_token,
    call: callAs(url, body.access_token),
  }
}

/** The same user with a new session: one lasts 15 minutes. */
export async function logInAgain(url: string, person: Person): Promise<Person> {
  const { email, password } = person
  const { status, body } = await callAs(url, null)('POST', '/api/auth/login', { email, password })
  if (status !== 200) throw new Error(`the login answered ${status}: ${JSON.stringify(body)}`)
  return { ...person, session: body.access_token, call: callAs(url, body.access_token) }
}

/** For work that lasts longer than a session, or asks more often than a person would. */
export async function mintToken(
  call: Call,
  scopes: readonly string[] = ['workbooks:write'],
  resource = 'account',
): Promise<string> {
  const request = { name: 'test', scopes, resource, rate_limit_per_minute: 10_000 }
  const { status, body } = await call('POST', '/api/v1/me/tokens', request)
  if (status !== 201) throw new Error(`minting answered ${status}: ${JSON.stringify(body)}`)
  return body.token
}
