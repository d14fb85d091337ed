import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Call } from '../../../../test/client.ts'
import { startService } from '../../../../test/service.ts'

const service = startService()

/** Mints a token: the answer that matters most, for it holds a secret. */
const mint = (by: Call, key: string, name = 'once') =>
  by('POST', '/api/v1/me/tokens', { name }, { 'idempotency-key': key })

const isReplay = ({ headers }: { headers: Headers }) => headers.get('idempotency-replayed') === 'true'

describe('who may read an answer again', () => {
  test('another token of the same user that may do as much, as long as it is valid', async () => {
    const { id, owner } = await service.newWorkbook()
    const scopes = ['workbooks:write']
    const [one, two] = [await service.newToken(owner, { scopes }), await service.newToken(owner, { scopes })]
    const change = (token: string) =>
      service.as(token)('PATCH', `/api/v1/workbooks/${id}`, { title: 'x' }, { 'idempotency-key': 'k' })
    const first = await change(one)

    const byOther = await change(two)
    const { body } = await owner.call('GET', '/api/v1/me/tokens')
    for (const token of body.tokens) await owner.call('DELETE', `/api/v1/me/tokens/${token.token_id}`)
    const byRevoked = await change(one)

    expect([byOther.status, isReplay(byOther)]).toEqual([200, true])
    expect(byOther.body).toEqual(first.body)
    expect(byRevoked).toMatchObject({ status: 401, body: { code: 'revoked_token' } })
  })

  test('no credential but the one that asked, where the answer holds a secret', async () => {
    const person = await service.newPerson()
    const writer = service.as(await service.newToken(person, { scopes: ['workbooks:write'], expires_in_days: 300 }))
    const reader = service.as(await service.newToken(person, { scopes: ['workbooks:read'], expires_in_days: 1 }))
    const twin = service.as(await service.newToken(person, { scopes: ['workbooks:write'], expires_in_days: 300 }))
    const first = await mint(writer, 'k')

    const [again, ...others] = [await mint(writer, 'k'), await mint(reader, 'k'), await mint(twin, 'k')]

    expect([again.status, again.body]).toEqual([201, first.body])
    for (const other of [...others, await mint(person.call, 'k')]) {
      expect(other).toMatchObject({ status: 409, body: { code: 'idempotency_key_reused' } })
      expect(JSON.stringify(other.body)).not.toContain(first.body.token)
    }
  })

  test('no credential that may do less, or lasts less long, than the one that asked first', async () => {
    const { id, owner } = await service.newWorkbook()
    const newCall = async (request: Record<string, unknown>) => service.as(await service.newToken(owner, request))
    const scopes = ['workbooks:write', 'governance:configure']
    const first = await newCall({ scopes, expires_in_days: 90 })
    const lesser = await newCall({ scopes: ['workbooks:write'], expires_in_days: 90 })
    const shorter = await newCall({ scopes, expires_in_days: 1 })
    const longer = await newCall({ scopes, expires_in_days: 300 })
    const change = (by: Call) => by('PATCH', `/api/v1/workbooks/${id}`, { title: 'x' }, { 'idempotency-key': 'k' })
    await change(first)

    expect(await change(lesser)).toMatchObject({
      status: 403,
      body: { code: 'insufficient_scope', required_scopes: ['governance:configure'] },
    })
    expect(await change(shorter)).toMatchObject({ status: 409, body: { code: 'idempotency_key_reused' } })
    expect(isReplay(await change(longer))).toBe(true)
    expect(isReplay(await change(owner.call))).toBe(true)
  })

  test('no other user, whose keys are separate', async () => {
    const [aiko, ben] = [await service.newPerson(), await service.newPerson()]
    const first = await mint(aiko.call, 'k')

    const other = await mint(ben.call, 'k')

    expect([first.status, other.status, isReplay(other)]).toEqual([201, 201, false])
    expect(other.body.token).not.toBe(first.body.token)
  })

  test('no credential that reaches less far than the one that asked first', async () => {
    const { id, owner } = await service.newWorkbook()
    const narrow = service.as(await service.newToken(owner, { resource: `workbook:${id}` }))
    const wide = service.as(await service.newToken(owner))
    await mint(owner.call, 'by session')
    await mint(wide, 'by wide')
    await owner.call('PATCH', `/api/v1/workbooks/${id}`, { title: 'x' }, { 'idempotency-key': 'title' })

    const refused = { status: 403, body: { code: 'out_of_reach' } }
    expect(await mint(wide, 'by session')).toMatchObject(refused)
    expect(await mint(narrow, 'by session')).toMatchObject(refused)
    expect(await mint(narrow, 'by wide')).toMatchObject(refused)
  })

  test('no caller once the policies of its workbook have changed: a replay is a read', async () => {
    const { id, owner } = await service.newWorkbook()
    const at = `/api/v1/workbooks/${id}`
    await owner.call('POST', `${at}/tables`, { name: 'staff', columns: [{ name: 'pay' }] })
    const change = () => owner.call('PATCH', at, { title: 'x' }, { 'idempotency-key': 'k' })
    const govern = () =>
      owner.call('PUT', `${at}/policies/pii`, { effect: 'mask' }, { 'idempotency-key': 'its own change' })
    await change()

    const [governed, again] = [await govern(), await govern()]

    expect([governed.status, again.status, isReplay(again)]).toEqual([201, 201, true])
    expect(await change()).toMatchObject({ status: 410, body: { code: 'result_invalidated' } })
  })

  test('no caller who has lost the place it was about', async () => {
    const { id, owner } = await service.newWorkbook()
    const change = () => owner.call('PATCH', `/api/v1/workbooks/${id}`, { title: 'x' }, { 'idempotency-key': 'k' })
    await change()
    const again = await change()
    await owner.call('DELETE', `/api/v1/workbooks/${id}`)

    const later = await change()

    expect([again.status, isReplay(again)]).toEqual([200, true])
    expect(later).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })

  test('no reader of the database: the answer is sealed', async () => {
    const person = await service.newPerson()
    const key = randomUUID()
    const { body } = await mint(person.call, key)

    const { rows } = await service.running.admin.query('select * from idempotency where key = $1', [key])

    expect(rows).toHaveLength(1)
    expect(rows[0].answer.length).toBeGreaterThan(100)
    const stored = JSON.stringify(rows[0]) + rows[0].answer.toString('latin1')
    for (const secret of [body.token, body.token_id, body.prefix]) expect(stored).not.toContain(secret)
  })
})
