import { newMember, newWorkspace } from './control-plane.ts'
import type { Person } from './person.ts'
import type { startService } from './service.ts'

const COLUMNS = [{ name: 'customer' }, { name: 'region' }, { name: 'amount', type: 'INTEGER' }, { name: 'owner' }]
export const CUSTOMERS = [
  { customer: 'Asahi', region: 'east', amount: 10, owner: 'x@example.org' },
  { customer: 'Hidden-Berg', region: 'west', amount: 777_001, owner: 'y@example.org' },
  { customer: 'Celadon', region: 'east', amount: 30, owner: 'x@example.org' },
  { customer: 'Hidden-Dorf', region: 'west', amount: 777_002, owner: null },
]
export const BY_REGION = "'admin' in user.roles or region in user.roles"

/** A table of four customers; `east` is an editor who sees the two of the east, `nowhere` a viewer who sees none. */
export async function newCustomers(
  service: ReturnType<typeof startService>,
  { predicate = BY_REGION }: { predicate?: string | null } = {},
) {
  const owner = await service.newPerson()
  const workspace = await newWorkspace(owner)
  const { body } = await owner.call('POST', '/api/v1/workbooks', { title: 'Customers', workspace_id: workspace })
  const at = `/api/v1/workbooks/${body.workbook_id}`
  await owner.call('POST', `${at}/tables`, { name: 'customers', columns: COLUMNS })
  const table = `${at}/tables/customers`
  await owner.call('POST', `${table}/rows`, { expected_version: null, rows: CUSTOMERS })
  const east = await newMember(service, owner, workspace, 'editor')
  const nowhere = await newMember(service, owner, workspace, 'viewer')
  await owner.call('PUT', `/api/control/workspaces/${workspace}/users/${east.userId}/roles`, { roles: ['east'] })
  const setPolicy = (text: string, name = 'customers') =>
    owner.call('PUT', `${at}/policies/rows/${name}`, { predicate: text })
  if (predicate !== null) {
    const { status } = await setPolicy(predicate)
    if (status !== 201) throw new Error(`the row policy was answered with ${status}`)
  }
  return { owner, east, nowhere, workspace, at, table, setPolicy }
}

export const namesIn = (rows: readonly { customer: string }[]) => rows.map(({ customer }) => customer)
export const customersOf = async ({ call }: Pick<Person, 'call'>, path: string) =>
  namesIn((await call('GET', path)).body.rows)
