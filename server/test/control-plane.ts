import type { Call } from './client.ts'
import type { Person } from './person.ts'
import type { startService } from './service.ts'

type Service = ReturnType<typeof startService>

/** A way to call with a fresh account key of this person. */
export async function newKey(
  service: Service,
  person: Person,
  request: { scopes: string[] } & Record<string, unknown>,
): Promise<Call> {
  const { status, body } = await person.call('POST', '/api/control/account/keys', request)
  if (status !== 201) throw new Error(`minting a key answered ${status}: ${JSON.stringify(body)}`)
  return service.as(body.key)
}

/** A way to call with a fresh token of this person. */
export async function newTokenCall(service: Service, person: Person, request: Record<string, unknown>): Promise<Call> {
  return service.as(await service.newToken(person, request))
}

export async function newDeveloperAccount(person: Person, name = 'Developer'): Promise<string> {
  const { body } = await person.call('POST', '/api/control/accounts', { name })
  return body.account_id
}

export async function newWorkspace(person: Person, request: Record<string, unknown> = {}): Promise<string> {
  const { body } = await person.call('POST', '/api/control/workspaces', { name: 'Finance', ...request })
  return body.workspace_id
}

export async function defaultAccount(person: Person): Promise<string> {
  return (await person.call('GET', '/api/control/account')).body.account_id
}

export async function personalWorkspace(person: Person): Promise<string> {
  return (await person.call('GET', '/api/v1/me')).body.workspace_id
}

/** A user who was invited to this workspace by its admin, and accepted. */
export async function newMember(
  service: Pick<Service, 'newPerson'>,
  admin: Person,
  workspaceId: string,
  baseRole: string,
  name = 'Ben',
): Promise<Person> {
  const member = await service.newPerson(name)
  const invited = await admin.call('POST', `/api/control/workspaces/${workspaceId}/invitations`, {
    email: member.email,
    base_role: baseRole,
  })
  const accepted = await member.call('POST', `/api/auth/invitations/${tokenIn(invited.body.url)}/accept`, {})
  if (accepted.status !== 200)
    throw new Error(`accepting answered ${accepted.status}: ${JSON.stringify(accepted.body)}`)
  return member
}

export const tokenIn = (url: string) => new URL(url).searchParams.get('token') ?? ''

export async function newWorkbook(person: Person, workspaceId: string): Promise<string> {
  const { status, body } = await person.call('POST', '/api/v1/workbooks', {
    title: 'Ledger',
    workspace_id: workspaceId,
  })
  if (status !== 201) throw new Error(`creating a workbook answered ${status}: ${JSON.stringify(body)}`)
  return body.workbook_id
}

/** Deletes a workbook, which then rests in the trash. */
export async function trash(person: Person, workbookId: string) {
  const { status } = await person.call('DELETE', `/api/v1/workbooks/${workbookId}`)
  if (status !== 204) throw new Error(`deleting a workbook answered ${status}`)
}
