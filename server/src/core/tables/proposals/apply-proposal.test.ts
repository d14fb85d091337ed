import { describe, expect, test } from 'vitest'
import { FIVE, newProposals } from '../../../../test/new-proposal.ts'
import { startService } from '../../../../test/service.ts'

const service = startService()

const newTable = () => newProposals(service)

describe('where the table moved on', () => {
  test('cells that only one side changed are merged', async () => {
    const { call, proposed, approve, write, readAll } = await newTable()
    const { one } = await proposed()
    await approve(one)
    await write({ rows: [{ __svc_row_id: 2, note: 'theirs' }, { region: 'd' }] })

    const done = await call('POST', `${one}/apply`, {})

    expect(done.status).toBe(200)
    expect((await readAll())[1]).toMatchObject({ region: 'b', amount: 5, note: 'theirs' })
  })

  test('a cell that both changed is a conflict: refused, or decided', async () => {
    const { call, proposed, approve, write, amounts } = await newTable()
    const [first, second] = [await proposed(), await proposed()]
    await approve(first.one)
    await approve(second.one)
    await write({ rows: [{ __svc_row_id: 2, amount: 7 }] })

    const refused = await call('POST', `${first.one}/apply`, {})
    const seen = await call('GET', first.one)
    const kept = await call('POST', `${first.one}/apply`, { on_conflict: 'current' })
    const amountsKept = await amounts()
    const written = await call('POST', `${second.one}/apply`, { on_conflict: 'proposed' })

    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: 'proposal_conflict',
        conflicts: [{ table: 'sales', row_id: 2, conflict: 'changed' }],
        cells: [{ row_id: 2, column: 'amount', written: 5, current: 7 }],
      },
    })
    expect(seen.body.tables[0].rows[0].cells[0]).toEqual({
      column: 'amount',
      base: 2,
      before: 7,
      after: 5,
      conflict: true,
    })
    expect(kept.body).toMatchObject({ op_id: null, skipped: 1 })
    expect(amountsKept).toEqual([1, 7, 3])
    expect(written.body).toMatchObject({ updated: 1, skipped: 0 })
    expect(await amounts()).toEqual([1, 5, 3])
  })

  test('a row that is gone, or that changed before it is deleted, is a conflict', async () => {
    const { call, proposed, approve, write, table, amounts } = await newTable()
    const { one } = await proposed({ rows: FIVE, delete: [3] })
    await approve(one)
    await write({ rows: [{ __svc_row_id: 3, note: 'keep me' }] })
    await call('POST', `${table}/rows/delete`, { row_ids: [2], expected_version: null })

    const refused = await call('POST', `${one}/apply`, {})
    const decided = await call('POST', `${one}/apply`, { on_conflict: 'current' })

    expect(refused.body.conflicts).toMatchObject([{ conflict: 'row_gone' }, { conflict: 'changed' }])
    expect(decided.body).toMatchObject({ deleted: 0, updated: 0, skipped: 2 })
    expect(await amounts()).toEqual([1, 3])
  })

  test('a version that the caller names must be that of now', async () => {
    const { call, proposed, approve, write } = await newTable()
    const { one, body } = await proposed()
    await approve(one)
    await write({ rows: [{ region: 'd' }] })
    const expected_versions = [{ table: 'sales', expected_version: body.tables[0].edit_version }]

    const refused = await call('POST', `${one}/apply`, { expected_versions })

    expect(refused).toMatchObject({ status: 409, body: { code: 'version_conflict' } })
  })
})

test('two who apply it at once apply it once, and two approvals at once count as two', async () => {
  const { call, at, proposed, approve, reviewer, share, readAll } = await newTable()
  const second = await share()
  await call('PUT', `${at}/proposal-settings`, { reviewers: [reviewer.userId, second.userId], minimum: 2 })
  const { one } = await proposed({ rows: [{ region: 'd', amount: 4 }] })

  await Promise.all([approve(one), approve(one, second.call)])
  const applied = await Promise.all([1, 2, 3, 4].map(() => call('POST', `${one}/apply`, {})))

  expect(applied.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  expect(await readAll()).toHaveLength(4)
})
