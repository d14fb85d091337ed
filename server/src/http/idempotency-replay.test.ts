import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Call } from '../../test/client.ts'
import { startService } from '../../test/service.ts'

const service = startService()

/** Mints a token: the answer that matters most, for it holds a secret. */
const mint = (by: Call, key: string, name = 'once') =>
  by('POST', '/api/v1/me/tokens', { name }, { 'idempotency-key': key })

const isReplay = ({ headers }: { headers: Headers }) => headers.get('idempotency-replayed') === 'true'

describe('who may read an answer again', () => {
  test('another token of the same user, as long as it is valid', async () => {
    const person = await service.newPerson()
    const [one, two] = [await service.newToken(person), await service.newToken(person)]
    const first = await mint(service.as(one), 'k')

    const byOther = await mint(service.as(two), 'k')
    await person.call('DELETE', `/api/v1/me/tokens/${first.body.token_id}`)
    const { body } = await person.call('GET', '/api/v1/me/tokens')
    for (const token of body.tokens) await person.call('DELETE', `/api/v1/me/tokens/${token.token_id}`)
    const byRevoked = await mint(service.as(one), 'k')

    expect([byOther.status, isReplay(byOther)]).toEqual([201, true])
    expect(byOther.body).toEqual(first.body)
    expect(byRevoked).toMatchObject({ status: 401, body: { code: 'revoked_token' } })
  })

  test('no other user, who has keys of his own', async () => {
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
    expect(await mint(owner.call, 'by wide')).toMatchObject({ status: 201 })
  })

  test('nobody once the policies of its workbook have changed: a replay is a read', async () => {
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

  test('nobody who has lost the place it was about', async () => {
    const { id, owner } = await service.newWorkbook()
    const change = () => owner.call('PATCH', `/api/v1/workbooks/${id}`, { title: 'x' }, { 'idempotency-key': 'k' })
    await change()
    const again = await change()
    await owner.call('DELETE', `/api/v1/workbooks/${id}`)

    const later = await change()

    expect([again.status, isReplay(again)]).toEqual([200, true])
    expect(later).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })

  test('nobody who reads the database: the answer is sealed', async () => {
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
