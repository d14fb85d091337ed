import { SCOPES } from '../../server/src/platform/caller.ts'
import type { Body } from '../../server/test/client.ts'
import { newMember } from '../../server/test/control-plane.ts'
import { newPerson, type Person } from '../../server/test/person.ts'
import type { Caller } from './recorder.ts'

/** A role that a rule exempts from the policy. */
export const EXEMPT_ROLE = 'payroll'

/** The members of a workspace, one of each kind, and a person who belongs nowhere. */
export type People = Readonly<
  Record<'owner' | 'editor' | 'viewer' | 'admin' | 'custom' | 'exempt' | 'stranger', Person>
>

export async function newPeople(url: string, owner: Person, workspace: string): Promise<People> {
  const makes = { newPerson: (name?: string) => newPerson(url, name) }
  const join = (role: string) => newMember(makes, owner, workspace, role)
  const people = {
    owner,
    editor: await join('editor'),
    viewer: await join('viewer'),
    admin: await join('admin'),
    custom: await join('viewer'),
    exempt: await join('editor'),
    stranger: await newPerson(url),
  }
  const users = `/api/control/workspaces/${workspace}/users`
  await owner.call('PUT', `${users}/${people.custom.userId}/roles`, { roles: ['custom'] })
  await owner.call('PUT', `${users}/${people.exempt.userId}/roles`, { roles: [EXEMPT_ROLE] })
  return people
}

/** Each of them with each kind of credential they may hold: `editor session`, `editor token workbook`, `key account`. */
export async function newCallers(people: People, workbookId: string, workspace: string): Promise<Caller[]> {
  const callers: Caller[] = []
  for (const [name, person] of Object.entries(people)) {
    const standing = { governs: name === 'owner' || name === 'admin', isExempt: name === 'exempt' }
    callers.push({ name: `${name} session`, credential: person.session, ...standing })
    for (const resource of ['account', `workbook:${workbookId}`]) {
      // A token of one's own does not reach the account of another.
      if (resource === 'account' ? name !== 'owner' : name === 'stranger') continue
      const { token } = await mint(person, '/api/v1/me/tokens', { name: resource, resource })
      callers.push({ name: `${name} token ${resource.split(':')[0]}`, credential: token, ...standing })
    }
  }
  for (const pin of [{}, { workspace_id: workspace }]) {
    const { key } = await mint(people.owner, '/api/control/account/keys', pin)
    callers.push({ name: `key ${Object.keys(pin)[0] ?? 'account'}`, credential: key, governs: true, isExempt: false })
  }
  return callers
}

export async function mint(person: Person, path: string, request: object): Promise<Body> {
  const asked = { name: 'leaks', scopes: SCOPES, rate_limit_per_minute: 10_000, ...request }
  const { status, body } = await person.call('POST', path, asked)
  if (status !== 201) throw new Error(`minting answered ${status}: ${JSON.stringify(body)}`)
  return body
}
