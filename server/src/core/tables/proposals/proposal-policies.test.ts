import { describe, expect, test } from 'vitest'
import { newProposals } from '../../../../test/new-proposal.ts'
import { startService } from '../../../../test/service.ts'

const service = startService()

const newTable = () => newProposals(service)

describe('policies', () => {
  async function governed(effect: 'mask' | 'deny') {
    const made = await newTable()
    const { call, table, at } = made
    await call('POST', `${table}/columns/amount/tags`, { tag: 'pay' })
    await call('PUT', `${at}/policies/pay`, { role: 'editor', effect })
    return { ...made, ...(await made.proposed({ rows: [{ __svc_row_id: 2, amount: 98765432, note: 'n' }] })) }
  }

  test.each(['mask', 'deny'] as const)('of a column under %s neither cells nor verdicts', async (effect) => {
    const { one, reviewer, approve, call } = await governed(effect)
    await call('POST', `${one}/reviews`, { verdict: 'comment', text: 'It must be 98765432' })

    const seen = await reviewer.call('GET', one)
    const refused = await approve(one)

    expect(seen.body.tables[0]).toMatchObject({ partial: true, rows: [{ cells: [{ column: 'note', after: 'n' }] }] })
    expect(JSON.stringify(seen.body)).not.toContain('98765432')
    expect(seen.body.reviews).toMatchObject([{ verdict: 'comment', text: null }])
    expect(seen.body.violations).toBeNull()
    expect(refused).toMatchObject({ status: 403, body: { code: 'masked_column' } })
  })

  test('an editor cannot propose what they could not write, nor apply what they do not see', async () => {
    const { call, at, table, reviewer, propose, proposed, approve } = await newTable()
    const { one } = await proposed()
    await approve(one)
    await call('POST', `${table}/columns/amount/tags`, { tag: 'pay' })
    await call('PUT', `${at}/policies/pay`, { role: 'editor', effect: 'mask' })

    const refused = await propose({ rows: [{ __svc_row_id: 1, amount: 3 }] }, reviewer.call)
    const unseen = await reviewer.call('POST', `${one}/apply`, {})
    const applied = await call('POST', `${one}/apply`, {})

    expect(refused).toMatchObject({ status: 403, body: { code: 'masked_column' } })
    expect(unseen).toMatchObject({ status: 403, body: { code: 'masked_column' } })
    expect(applied.status).toBe(200)
  })
})

test('the log and the events say that, and not what', async () => {
  const { call, at, proposed, approve } = await newTable()
  const { one, id } = await proposed({ rows: [{ __svc_row_id: 2, note: 'canary' }] })
  await approve(one)
  await call('POST', `${one}/apply`, {})
  const other = await proposed()
  await call('PATCH', other.one, { state: 'withdrawn' })

  const { entries } = (await call('GET', `${at}/audit-log?limit=20`)).body
  const { rows } = await service.running.admin.query(
    "select payload from outbox where payload ->> 'type' like 'proposal.%' and payload #>> '{data,proposal_id}' = any ($1) order by sequence",
    [[id, other.id]],
  )

  const actions = entries.map(({ action }: { action: string }) => action)
  expect(actions.slice(0, 5)).toEqual([
    'proposal.withdraw',
    'proposal.open',
    'proposal.apply',
    'proposal.approve',
    'proposal.open',
  ])
  expect(rows.map(({ payload }) => payload.type)).toEqual([
    'proposal.opened',
    'proposal.reviewed',
    'proposal.applied',
    'proposal.opened',
    'proposal.closed',
  ])
  expect(JSON.stringify([entries, rows])).not.toContain('canary')
  expect(JSON.stringify([entries, rows])).not.toContain('March')
})
