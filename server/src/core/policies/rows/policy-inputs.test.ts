import { expect, test } from 'vitest'
import { newTokenCall } from '../../../../test/control-plane.ts'
import { customersOf, newCustomers } from '../../../../test/new-customers.ts'
import { startService } from '../../../../test/service.ts'

const service = startService()
const ANY = { expected_version: null }
const BY_AREA = "'admin' in user.roles or region in user.attributes.areas"
const MAPPING = { table: 'people', email: 'mail', attributes: { areas: 'area' } }
const PEOPLE = [{ name: 'mail' }, { name: 'area' }]

/** Customers that are seen by what `people` says, which is made from `hr`. Everyone sees both of these: they have policies of their own. */
async function newMapped() {
  const world = await newCustomers(service, { predicate: null })
  const { owner, east, at } = world
  const emails = [owner.email, east.email]
  await service.running.admin.query('update app_user set address_proven_at = now() where email = any ($1)', [emails])
  await owner.call('POST', `${at}/tables`, { name: 'hr', columns: PEOPLE })
  await owner.call('POST', `${at}/tables/hr/rows`, { ...ANY, rows: [{ mail: east.email, area: 'east' }] })
  const code = 'select mail, area from {{hr}} union select mail, area from {{hr}}'
  const transform = { name: 'people', language: 'sql', code, args: { hr: 'hr' } }
  const made = await owner.call('POST', `${at}/transforms`, transform)
  await owner.call('PUT', `${at}/policies/rows/customers`, { predicate: BY_AREA, mapping: MAPPING })
  for (const name of ['people', 'hr']) await owner.call('PUT', `${at}/policies/rows/${name}`, { predicate: 'true' })
  return { ...world, made, transform }
}

const seen = ({ east, table }: Awaited<ReturnType<typeof newMapped>>) => customersOf(east, `${table}/rows`)

test('an editor writes neither the table that a policy asks nor what it is made from, through any door', async () => {
  const world = await newMapped()
  const { owner, east, at } = world
  const own = { mail: east.email, area: 'west' }
  const hr = `${at}/tables/hr`
  const before = await seen(world)

  const refused = [
    await east.call('POST', `${hr}/rows`, { ...ANY, rows: [own] }),
    await east.call('POST', `${hr}/rows`, { ...ANY, rows: [{ __svc_row_id: 1, area: 'west' }] }),
    await east.call('POST', `${hr}/rows/delete`, { ...ANY, row_ids: [1] }),
    await east.call('PATCH', `${hr}/columns/area`, { ...ANY, new_name: 'x' }),
    await east.call('DELETE', `${hr}/columns/area?expected_version=null`),
    await east.call('PATCH', hr, { new_name: 'hr2', ...ANY }),
    await east.call('POST', `${hr}/archive`),
    await east.call('DELETE', `${hr}?expected_version=null`),
  ]
  // To those who may not change policies the mapping table is closed altogether.
  const closed = [
    await east.call('POST', `${at}/tables/people/rows`, { ...ANY, rows: [{ __svc_row_id: 1, area: 'west' }] }),
    await east.call('DELETE', `${at}/tables/people?expected_version=null`),
    await east.call('PUT', `${at}/transforms/people`, { ...world.transform, code: `select '${east.email}' as mail` }),
  ]
  const log = (await owner.call('GET', `${at}/tables/hr`)).body.edit_version
  await owner.call('POST', `${at}/recompute`)

  expect(world.made.status).toBe(201)
  expect(refused.map(({ status, body }) => [status, body.code])).toEqual(refused.map(() => [403, 'policy_input']))
  expect(closed.map(({ body }) => body.code)).toEqual(closed.map(() => 'hidden_rows'))
  expect(log).toBe(2)
  expect([before, await seen(world)]).toEqual([
    ['Asahi', 'Celadon'],
    ['Asahi', 'Celadon'],
  ])
})

test('those who may change policies write it; a token of theirs takes governance:configure', async () => {
  const world = await newMapped()
  const { owner, east, at } = world
  const scopes = ['workbooks:read', 'workbooks:write']
  const token = await newTokenCall(service, owner, { scopes })
  const governing = await newTokenCall(service, owner, { scopes: [...scopes, 'governance:configure'] })
  const write = (call: typeof token, area: string) =>
    call('POST', `${at}/tables/hr/rows`, { ...ANY, rows: [{ mail: east.email, area }] })

  const refused = await write(token, 'west')
  const written = [await write(governing, 'west'), await write(owner.call, 'north')]
  await owner.call('POST', `${at}/recompute`)

  expect(refused).toMatchObject({ status: 403, body: { code: 'policy_input' } })
  expect(written.map(({ status }) => status)).toEqual([200, 200])
  expect(await seen(world)).toHaveLength(4)
})

test('a table says whether it is one, and is free again when no policy asks it', async () => {
  const world = await newMapped()
  const { owner, at } = world
  const inputs = async () =>
    (await Promise.all(['hr', 'people', 'customers'].map((name) => owner.call('GET', `${at}/tables/${name}`)))).map(
      ({ body }) => body.policy_input,
    )

  const asked = await inputs()
  await owner.call('DELETE', `${at}/policies/rows/customers`)

  expect(asked).toEqual([true, true, false])
  expect(await inputs()).toEqual([false, false, false])
})

test('a table that is put above a mapping later is an input too; tables are made beside a mapping as elsewhere', async () => {
  const { owner, east, at, transform } = await newMapped()
  const code = 'select mail, area from {{hr}} union select mail, area from {{more}}'

  const created = await owner.call('POST', `${at}/tables`, { name: 'more', columns: PEOPLE })
  const changed = await owner.call('PUT', `${at}/transforms/people`, {
    ...transform,
    code,
    args: { hr: 'hr', more: 'more' },
  })
  await owner.call('PUT', `${at}/policies/rows/more`, { predicate: 'true' })
  const rows = [{ mail: east.email, area: 'west' }]
  const refused = await east.call('POST', `${at}/tables/more/rows`, { ...ANY, rows })

  expect([created.status, changed.status]).toEqual([201, 200])
  expect((await owner.call('GET', `${at}/tables/more`)).body.policy_input).toBe(true)
  expect(refused).toMatchObject({ status: 403, body: { code: 'policy_input' } })
})
