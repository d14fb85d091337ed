import { describe, expect, test } from 'vitest'
import { newMember } from '../../../../test/control-plane.ts'
import { customersOf, newCustomers } from '../../../../test/new-customers.ts'
import type { Person } from '../../../../test/person.ts'
import { startService } from '../../../../test/service.ts'

const service = startService()

const ANY = { expected_version: null }
const BY_AREA = "'admin' in user.roles or region = user.attributes.area"

const attributesOf = (workspace: string, { userId }: Person) =>
  `/api/control/workspaces/${workspace}/users/${userId}/attributes`

describe('attributes that an admin gives', () => {
  test('decide which rows a user sees, from the answer on, and go with them when they leave', async () => {
    const { owner, east, workspace, at, table } = await newCustomers(service, { predicate: BY_AREA })
    const give = (attributes: object) => owner.call('PUT', attributesOf(workspace, east), { attributes })
    const seen = [await customersOf(east, `${table}/rows`)]
    const counted: unknown[] = []

    for (const area of [['west'], ['east'], ['east', 'west'], []]) {
      expect((await give({ area })).body).toMatchObject({ base_role: 'editor', attributes: { area } })
      seen.push(await customersOf(east, `${table}/rows`))
      const access = (await owner.call('GET', `${table}/access?user_id=${east.userId}`)).body
      counted.push([access.rows, access.seen_rows])
    }
    const own = (await east.call('GET', `${table}/access`)).body.seen_rows
    await give({ area: ['west'] })
    await owner.call('DELETE', `/api/control/workspaces/${workspace}/users/${east.userId}`)
    await owner.call('PUT', `${at}/members/${east.userId}`, { role: 'viewer' })
    const { guests } = (await owner.call('GET', `/api/control/workspaces/${workspace}/users`)).body

    const west = ['Hidden-Berg', 'Hidden-Dorf']
    expect([...counted, own]).toEqual([['some', 2], ['some', 2], ['some', 0], ['some', 0], null])
    expect(seen).toEqual([[], west, ['Asahi', 'Celadon'], [], []])
    expect(guests).toMatchObject([{ user_id: east.userId, attributes: { area: ['west'] } }])
  })

  test('show an admin the rows that a user sees, and of a role that they hang on its user', async () => {
    const { owner, east, nowhere, workspace, at, table } = await newCustomers(service, { predicate: BY_AREA })
    await owner.call('PUT', attributesOf(workspace, east), { attributes: { area: ['west'] } })
    await owner.call('POST', `${at}/artifacts/customers/columns/owner/tags`, { tag: 'pii' })
    await owner.call('POST', `${at}/artifacts/customers/columns/amount/tags`, { tag: 'pay' })
    await owner.call('PUT', `${at}/policies/pii`, { effect: 'deny', role: 'editor' })
    await owner.call('PUT', `${at}/policies/pay`, { effect: 'mask', role: 'editor' })
    const visibleBy = async (query: string) => (await owner.call('GET', `${table}/access?sample=1&${query}`)).body

    const byUser = await visibleBy(`user_id=${east.userId}`)
    const byRole = await visibleBy('role=viewer')
    const unasked = (await owner.call('GET', `${table}/access?user_id=${east.userId}`)).body
    const admin = await newMember(service, owner, workspace, 'admin')
    await owner.call('PUT', `${at}/policies/rows/customers`, { predicate: 'region = user.attributes.area' })
    const halfBlind = await admin.call('GET', `${table}/access?sample=5&user_id=${east.userId}`)
    const own = (await nowhere.call('GET', `${table}/access?sample=5`)).body

    expect(byUser).toMatchObject({ rows: 'some', seen_rows: 2, rows_depend_on_user: false })
    expect(byUser.sample).toEqual([{ customer: 'Hidden-Berg', region: 'west', amount: null }])
    expect(byRole).toMatchObject({ rows: 'some', seen_rows: 0, rows_depend_on_user: true, sample: [] })
    expect([unasked.sample, halfBlind.body.sample, own.sample]).toEqual([null, null, null])
  })

  test('are set by admins alone, never by the user themselves, and shown to admins', async () => {
    const { owner, east, nowhere, workspace } = await newCustomers(service, { predicate: null })
    const other = await newMember(service, owner, workspace, 'admin')
    const set = (by: Person, of: Person, attributes: object = { area: ['east'] }) =>
      by.call('PUT', attributesOf(workspace, of), { attributes })

    const refused = [await set(east, east), await set(nowhere, east), await set(owner, owner), await set(other, other)]
    const allowed = [await set(other, owner), await set(owner, other)]
    const wrong = [
      await set(owner, east, { Area: ['x'] }),
      await set(owner, east, { area: 'x' }),
      await set(owner, east, { area: [''] }),
    ]
    const users = (await east.call('GET', `/api/control/workspaces/${workspace}/users`)).body.users

    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(refused.map(() => [403, 'role_required']))
    expect(allowed.map(({ status }) => status)).toEqual([200, 200])
    expect(wrong.map(({ status }) => status)).toEqual([422, 422, 422])
    expect(users.map(({ attributes }: { attributes: unknown }) => attributes)).toEqual(users.map(() => null))
  })
})

describe('attributes from a mapping table', () => {
  async function newMapped() {
    const world = await newCustomers(service, { predicate: null })
    const { owner, east, nowhere, at } = world
    const emails = [east.email, nowhere.email]
    await service.running.admin.query('update app_user set address_proven_at = now() where email = any ($1)', [emails])
    const columns = [{ name: 'mail' }, { name: 'dept' }]
    const made = await owner.call('POST', `${at}/tables`, { name: 'people', columns })
    const people = `${at}/tables/people`
    const rows = [{ mail: east.email.toUpperCase(), dept: 'west' }]
    await owner.call('POST', `${people}/rows`, { ...ANY, rows })
    const mapping = { table: 'people', email: 'mail', attributes: { area: 'dept' } }
    const set = await owner.call('PUT', `${at}/policies/rows/customers`, { predicate: BY_AREA, mapping })
    return { ...world, people, peopleId: made.body.table.id, mapping, set }
  }

  test('hold by the address of the user, and every edit of the table from its answer on', async () => {
    const { owner, east, nowhere, table, people, workspace, set } = await newMapped()
    const write = (row: object) => owner.call('POST', `${people}/rows`, { ...ANY, rows: [row] })
    const look = async () => [await customersOf(east, `${table}/rows`), await customersOf(nowhere, `${table}/rows`)]
    // What a mapping names is not asked of anything else.
    await owner.call('PUT', attributesOf(workspace, nowhere), { attributes: { area: ['east'] } })
    const seen = [await look()]

    await write({ __svc_row_id: 1, dept: 'east' })
    seen.push(await look())
    await write({ mail: nowhere.email, dept: 'west' })
    seen.push(await look())
    await owner.call('POST', `${people}/rows/delete`, { ...ANY, row_ids: [1] })
    seen.push(await look())

    const [west, eastern] = [
      ['Hidden-Berg', 'Hidden-Dorf'],
      ['Asahi', 'Celadon'],
    ]
    expect(set).toMatchObject({ status: 201, body: { fits: true, mapping: { table: 'people', email: 'mail' } } })
    expect(seen).toEqual([
      [west, []],
      [eastern, []],
      [eastern, west],
      [[], west],
    ])
  })

  test('stand in a table that only those who may change policies read or write', async () => {
    const { owner, east, at, people } = await newMapped()
    const transform = { name: 'copy', args: {}, code: { kind: 'sql', ref: 'select dept from people' } }
    await owner.call('POST', `${at}/transforms`, transform)

    const refused = [
      await east.call('GET', `${people}/rows`),
      await east.call('POST', `${people}/rows`, { ...ANY, rows: [{ mail: east.email, dept: 'east' }] }),
      await east.call('POST', `${people}/rows/delete`, { ...ANY, row_ids: [1] }),
      await east.call('GET', `${people}/profile`),
    ]
    const asked = await east.call('POST', `${at}/query`, { sql: 'select * from people' })
    const open = await owner.call('GET', `${people}/rows`)
    await owner.call('PUT', `${at}/policies/rows/people`, { predicate: 'true' })
    const still = await east.call('GET', `${people}/rows`)

    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(refused.map(() => [403, 'hidden_rows']))
    expect([asked.status, JSON.stringify(asked.body)]).toEqual([400, expect.not.stringContaining('west')])
    expect([open.status, still.status]).toEqual([200, 403])
  })

  test('show no row once the table or a column of it is gone, and come back with it', async () => {
    const { owner, east, at, table, people, peopleId } = await newMapped()
    const look = () => customersOf(east, `${table}/rows`)
    const seen = [(await look()).length]

    await owner.call('DELETE', `${people}?expected_version=null`)
    seen.push((await look()).length)
    await owner.call('POST', `/api/v1/me/trash/${peopleId}/restore`, {})
    seen.push((await look()).length)
    await owner.call('DELETE', `${people}/columns/dept?expected_version=null`)
    seen.push((await look()).length)
    const { fits } = (await owner.call('GET', `${at}/policies/rows/customers`)).body

    expect([seen, fits]).toEqual([[2, 0, 2, 0], false])
  })

  test.each([
    ['a table that is not there', { table: 'nothing', email: 'mail', attributes: { area: 'dept' } }],
    ['a column that is not there', { table: 'people', email: 'mail', attributes: { area: 'nothing' } }],
    ['an attribute that no predicate can name', { table: 'people', email: 'mail', attributes: { 'A b': 'dept' } }],
    ['the table itself', { table: 'customers', email: 'owner', attributes: { area: 'region' } }],
  ])('cannot be taken from %s', async (_, mapping) => {
    const { owner, at } = await newMapped()

    const refused = await owner.call('PUT', `${at}/policies/rows/customers`, { predicate: BY_AREA, mapping })

    expect(refused).toMatchObject({ status: 422, body: { code: 'validation_error' } })
  })
})
