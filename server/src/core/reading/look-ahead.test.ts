import { expect, test } from 'vitest'
import { credentialsAt } from '../../../test/credentials.ts'
import { newTable, SALES, THREE_SALES } from '../../../test/new-table.ts'
import { startService } from '../../../test/service.ts'

/** Rows and queries are looked for while the caller is still being identified; this must not be noticeable. */
const service = startService()
const { newToken, newKey, newWorkbook } = credentialsAt(() => service.url())

const SQL = { sql: 'SELECT count(*) AS n FROM sales' }

async function newPlace() {
  const { owner, at, table, write } = await newTable(service, { columns: SALES, rows: THREE_SALES })
  const ask = async (call: typeof owner.call) => [
    await call('GET', `${table}/rows?limit=1`),
    await call('POST', `${table}/rows`, { rows: [{ region: 'd' }], expected_version: null }),
    await call('POST', `${at}/query`, SQL),
  ]
  return { owner, at, write, ask }
}

const codes = (answers: { status: number; body: { code?: string } }[]) =>
  answers.map(({ status, body }) => (status < 300 ? status : `${status} ${body.code}`))

test('a token and a key of the owner read, write and query', async () => {
  const { owner, ask } = await newPlace()
  const scopes = ['workbooks:write']
  const [token, key] = [await newToken(owner, { scopes }), await newKey(owner.call, { scopes })]

  expect(codes(await ask(token.call))).toEqual([200, 200, 200])
  expect(codes(await ask(key.call))).toEqual([200, 200, 200])
})

test('a stranger finds nothing, and a token that does not reach the workbook learns so', async () => {
  const { owner, ask } = await newPlace()
  const scopes = ['workbooks:write']
  const stranger = await newToken(await service.newPerson(), { scopes })
  const elsewhere = await newToken(owner, { scopes, resource: `workbook:${await newWorkbook(owner.call)}` })

  expect(codes(await ask(stranger.call))).toEqual(Array(3).fill('404 not_found'))
  expect(codes(await ask(elsewhere.call))).toEqual(Array(3).fill('403 out_of_reach'))
})

test('a token that was revoked does nothing any more', async () => {
  const { owner, ask } = await newPlace()
  const token = await newToken(owner, { scopes: ['workbooks:write'] })

  const before = codes(await ask(token.call))
  await owner.call('DELETE', `/api/v1/me/tokens/${token.id}`)
  const after = codes(await ask(token.call))

  expect(before).toEqual([200, 200, 200])
  expect(after).toEqual(Array(3).fill('401 revoked_token'))
})

test('what was acknowledged before a request is in its answer', async () => {
  const { owner, at, write } = await newPlace()
  const token = await newToken(owner, { scopes: ['workbooks:read'] })

  for (let n = 1; n <= 20; n++) {
    await write({ rows: [{ region: `row ${n}` }] })
    const { body } = await token.call('POST', `${at}/query`, SQL)
    expect(body.rows).toEqual([{ n: 3 + n }])
  }
})

test('an impossible address is reported only to callers who may come in', async () => {
  const { owner, at } = await newPlace()
  const token = await newToken(owner, { scopes: ['workbooks:read'] })

  const known = await token.call('GET', `${at}/tables/a%00b/rows`)
  const unknown = await fetch(`${service.url()}${at}/tables/a%00b/rows`, {
    headers: { authorization: 'Bearer svc_pat_nobody' },
  })

  expect(known.status).toBe(422)
  expect(unknown.status).toBe(401)
})
