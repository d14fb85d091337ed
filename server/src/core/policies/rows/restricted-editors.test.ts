import { describe, expect, test } from 'vitest'
import { CUSTOMERS, customersOf, namesIn, newCustomers } from '../../../../test/new-customers.ts'
import { startService } from '../../../../test/service.ts'

const service = startService()

const ANY = { expected_version: null }

describe('an editor who sees some rows', () => {
  test('writes those alone, and leaves none that they do not see', async () => {
    const { owner, east, table } = await newCustomers(service)
    const write = (...rows: object[]) => east.call('POST', `${table}/rows`, { ...ANY, rows })

    const inserted = await write({ customer: 'Dune', region: 'east' })
    const changed = await write({ __svc_row_id: 1, amount: 11 })
    const refused = [
      await write({ customer: 'Elm', region: 'west' }),
      await write({ customer: 'Elm' }),
      await write({ __svc_row_id: 1, region: 'west' }),
      await write({ __svc_row_id: 3, amount: 31 }, { __svc_row_id: 1, region: null }),
    ]
    const unseen = await write({ __svc_row_id: 2, amount: 1 })

    expect([inserted.body.inserted, changed.body.updated]).toEqual([1, 1])
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(refused.map(() => [403, 'hidden_rows']))
    expect(unseen).toMatchObject({ status: 404, body: { code: 'row_not_found' } })
    const { rows } = (await owner.call('GET', `${table}/rows`)).body
    expect(namesIn(rows)).toEqual([...namesIn(CUSTOMERS), 'Dune'])
    expect(rows.map(({ amount }: { amount: number | null }) => amount)).toEqual([11, 777_001, 30, 777_002, null])
  })

  test('matches, deletes and gets back rows that they see, and hears nothing of others', async () => {
    const { owner, east, table } = await newCustomers(service)
    const again = { customer: 'Hidden-Berg', region: 'east', amount: 5 }

    const matched = await east.call('POST', `${table}/rows`, {
      ...ANY,
      rows: [again],
      match_on: ['customer'],
      return: 'rows',
    })
    const deleted = await east.call('POST', `${table}/rows/delete`, { ...ANY, row_ids: [1, 2] })
    const behind = await east.call('POST', `${table}/rows`, { expected_version: 1, rows: [again] })

    expect(matched.body).toMatchObject({ inserted: 1, updated: 0, rows: [{ ...again, owner: null }] })
    expect(deleted.body).toMatchObject({ deleted: 1, missing: [2] })
    expect(behind).toMatchObject({ status: 409, body: { code: 'version_conflict', changed_rows: null } })
    expect(await customersOf(owner, `${table}/rows`)).toEqual(['Hidden-Berg', 'Celadon', 'Hidden-Dorf', 'Hidden-Berg'])
  })

  test('learns of a rule that a hidden row stands behind only that it is broken', async () => {
    const { owner, east, table } = await newCustomers(service)
    const rules = [{ kind: 'unique', columns: ['customer'], message: 'as Hidden-Berg is' }]
    await owner.call('PUT', `${table}/rules`, { ...ANY, rules })

    const refused = await east.call('POST', `${table}/rows`, {
      ...ANY,
      rows: [{ customer: 'Hidden-Dorf', region: 'east' }],
    })

    expect(refused).toMatchObject({ status: 422, body: { code: 'rule_violated' } })
    expect(JSON.stringify(refused.body)).not.toMatch(/Hidden|"row_id":[0-9]/)
  })

  test('writes under the condition as it is, also about a column that is hidden from them', async () => {
    const { owner, east, at, table } = await newCustomers(service)
    await owner.call('POST', `${at}/artifacts/customers/columns/region/tags`, { tag: 'place' })
    await owner.call('PUT', `${at}/policies/place`, { effect: 'deny', role: 'east' })

    const changed = await east.call('POST', `${table}/rows`, { ...ANY, rows: [{ __svc_row_id: 3, amount: 31 }] })
    const inserted = await east.call('POST', `${table}/rows`, { ...ANY, rows: [{ customer: 'Dune' }] })

    expect([changed.status, changed.body.updated, inserted.status]).toEqual([200, 1, 403])
  })
})
