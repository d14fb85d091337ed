import { randomUUID } from 'node:crypto'
import { type Call, callAs } from './client.ts'

/** Somebody who logged in, with a way to call the API as him. */
export type Person = { userId: string; email: string; password: string; session: string; call: Call }

/** Registers somebody new over HTTP. */
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
