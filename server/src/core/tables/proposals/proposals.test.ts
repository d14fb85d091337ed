import { describe, expect, test } from 'vitest'
import { FIVE, newProposals } from '../../../../test/new-proposal.ts'
import { THREE_SALES } from '../../../../test/new-table.ts'
import { startService } from '../../../../test/service.ts'

const service = startService()

const newTable = () => newProposals(service)

describe('a proposal', () => {
  test('changes nothing until it is approved and applied; then all of it, as one op that can be undone', async () => {
    const { call, at, proposed, approve, amounts, readAll } = await newTable()
    const change = { rows: [...FIVE, { region: 'd', amount: 4 }], delete: [3] }

    const { one, id, body } = await proposed(change)
    const early = await call('POST', `${one}/apply`, {})
    const before = await amounts()
    await approve(one)
    const done = await call('POST', `${one}/apply`, {})

    expect(body).toMatchObject({
      state: 'open',
      approved: false,
      approvals: 0,
      approvals_needed: 1,
      row_count: 3,
      violations: [],
      tables: [
        {
          table: 'sales',
          conflict_count: 0,
          rows: [
            { row_id: 2, change: 'update', cells: [{ column: 'amount', base: 2, before: 2, after: 5 }] },
            { row_id: null, change: 'insert', cells: [{ column: 'region' }, { column: 'amount', after: 4 }] },
            {
              row_id: 3,
              change: 'delete',
              cells: [
                { before: 'c', after: null },
                { before: 3, after: null },
              ],
            },
          ],
        },
      ],
    })
    expect(early).toMatchObject({ status: 409, body: { code: 'not_approved', approvals: 0, needed: 1 } })
    expect(before).toEqual([1, 2, 3])
    expect(done).toMatchObject({
      status: 200,
      body: { inserted: 1, updated: 1, deleted: 1, skipped: 0, proposal: { state: 'applied', closed_by: {} } },
    })
    expect(await amounts()).toEqual([1, 5, 4])

    const undone = await call('POST', `${at}/ops/undo`, { session: id })

    expect(undone).toMatchObject({ status: 200, body: { undone: [{ op_id: done.body.op_id }] } })
    expect(await readAll('sort=region')).toMatchObject(THREE_SALES)
    const seen = await call('GET', one)
    expect(seen.body).toMatchObject({ state: 'applied', violations: null, tables: [{ rows: [{ row_id: 2 }, {}, {}] }] })
  })

  test('of several tables is one op, and is undone as one', async () => {
    const { call, at, amounts, approve } = await newTable()
    await call('POST', `${at}/tables`, { name: 'regions', columns: [{ name: 'name' }] })
    const changes = [
      { table: 'sales', expected_version: 2, rows: FIVE },
      { table: 'regions', expected_version: 1, rows: [{ name: 'north' }] },
    ]
    const { body } = await call('POST', `${at}/proposals`, { title: 'Both', changes })
    const one = `${at}/proposals/${body.proposal_id}`
    await approve(one)

    const done = await call('POST', `${one}/apply`, {})
    const rows = async () => (await call('GET', `${at}/tables/regions/rows`)).body.rows
    const after = await rows()
    const undone = await call('POST', `${at}/ops/undo`, { session: body.proposal_id })

    expect(done.body).toMatchObject({ inserted: 1, updated: 1, op_id: expect.any(Number) })
    expect(after).toMatchObject([{ name: 'north' }])
    expect(undone.status).toBe(200)
    expect(await rows()).toEqual([])
    expect(await amounts()).toEqual([1, 2, 3])
  })

  test('shows rows that would break a rule and tables that would be stale, and is not applied while it breaks one', async () => {
    const { call, at, table, proposed, approve } = await newTable()
    const rules = [{ kind: 'range', column: 'amount', max: 4 }]
    await call('PUT', `${table}/rules`, { rules, expected_version: 0 })
    await call('POST', `${at}/transforms`, { name: 'copy', code: 'SELECT * FROM {{ s }}', args: { s: 'sales' } })

    const { one, body } = await proposed()
    await approve(one)
    const refused = await call('POST', `${one}/apply`, {})

    expect(body).toMatchObject({ stale: ['copy'], violations: [{ row_id: 2, rule: { kind: 'range' } }] })
    expect(refused).toMatchObject({ status: 422, body: { code: 'rule_violated' } })
    expect((await call('GET', one)).body.state).toBe('open')
  })

  test('what a write would refuse is refused', async () => {
    const { propose, reviewer, share } = await newTable()
    const viewer = await share('viewer')

    const answers = [
      await propose({ rows: [{ amount: 'x' }] }),
      await propose({ rows: [{ nothing: 1 }] }),
      await propose({ rows: [{ __svc_row_id: 99, amount: 1 }] }),
      await propose({ delete: [99] }),
      await propose({ rows: FIVE, expected_version: 1 }),
      await propose({ rows: [{ __svc_row_id: 2, amount: 2 }] }),
      await propose({ rows: FIVE, delete: [2] }),
      await propose({}, reviewer.call),
      await propose({ rows: FIVE }, viewer.call),
    ]

    expect(answers.map(({ body }) => body.code)).toEqual([
      'uncastable_value',
      'unknown_column',
      'row_not_found',
      'row_not_found',
      'version_conflict',
      'validation_error',
      'validation_error',
      'validation_error',
      'role_required',
    ])
  })

  test('is withdrawn by its author, or an admin of the workbook, and then is closed', async () => {
    const { call, at, proposed, propose, approve, reviewer } = await newTable()
    const { one } = await proposed()

    const other = await reviewer.call('PATCH', one, { state: 'withdrawn' })
    const own = await call('PATCH', one, { state: 'withdrawn' })
    const theirs = await propose({ rows: FIVE }, reviewer.call)
    const byAdmin = await call('PATCH', `${at}/proposals/${theirs.body.proposal_id}`, { state: 'withdrawn' })

    expect(other).toMatchObject({ status: 403, body: { code: 'not_your_proposal' } })
    expect(own).toMatchObject({ status: 200, body: { state: 'withdrawn' } })
    expect(byAdmin.body.state).toBe('withdrawn')
    expect(await approve(one)).toMatchObject({ status: 409, body: { code: 'proposal_closed', state: 'withdrawn' } })
    expect((await call('GET', `${at}/proposals`)).body.proposals).toEqual([])
    expect((await call('GET', `${at}/proposals?state=closed`)).body.proposals).toHaveLength(2)
  })

  test('past its time it has expired: it cannot be approved or applied', async () => {
    const { call, at, proposed, approve, amounts } = await newTable()
    const { one } = await proposed()
    await service.running.admin.query("update proposal set expires_at = now() - interval '1 second' where title = $1", [
      'Correct March',
    ])

    const late = await approve(one)

    expect(late).toMatchObject({ status: 409, body: { code: 'proposal_closed', state: 'expired' } })
    expect((await call('GET', one)).body.state).toBe('expired')
    expect((await call('GET', `${at}/proposals?state=expired`)).body.proposals).toHaveLength(1)
    expect(await amounts()).toEqual([1, 2, 3])
  })
})

describe('reviewers', () => {
  test('an author approves nothing of their own; a comment is free to every editor', async () => {
    const { call, proposed, approve, reviewer } = await newTable()
    const { one } = await proposed()

    const own = await approve(one, call)
    await call('POST', `${one}/reviews`, { verdict: 'comment', text: 'Please look' })
    await approve(one)
    const seen = await reviewer.call('GET', one)

    expect(own).toMatchObject({ status: 403, body: { code: 'not_a_reviewer' } })
    expect(seen.body).toMatchObject({
      approved: true,
      reviews: [{ verdict: 'comment', text: 'Please look' }, { verdict: 'approve' }],
    })
  })

  test('those whom the workbook names, as many as it says; one rejection closes it', async () => {
    const { call, at, proposed, approve, reviewer, share } = await newTable()
    const [second, stranger] = [await share(), await share()]
    const settings = { reviewers: [reviewer.userId, second.userId], minimum: 2 }
    const set = await call('PUT', `${at}/proposal-settings`, settings)
    const { one } = await proposed()

    const outside = await approve(one, stranger.call)
    const first = await approve(one)
    const again = await approve(one)
    const early = await call('POST', `${one}/apply`, {})
    const rejected = await second.call('POST', `${one}/reviews`, { verdict: 'reject', text: 'No' })

    expect(set.body).toEqual({ ...settings, may_change: true })
    expect(outside.body.code).toBe('not_a_reviewer')
    expect(first.body).toMatchObject({ approvals: 1, approved: false })
    expect(again.body).toMatchObject({ approvals: 1, approved: false })
    expect(early.body).toMatchObject({ code: 'not_approved', approvals: 1, needed: 2 })
    expect(rejected.body).toMatchObject({ state: 'rejected', approved: false })
  })

  test('an approval ends with the right of its user to edit', async () => {
    const { call, at, proposed, approve, reviewer } = await newTable()
    const { one } = await proposed()
    await approve(one)
    await call('DELETE', `${at}/members/${reviewer.userId}`)

    const refused = await call('POST', `${one}/apply`, {})

    expect(refused.body).toMatchObject({ code: 'not_approved', approvals: 0 })
  })

  test('only an admin says who they are, and only users who can edit', async () => {
    const { call, at, reviewer, share } = await newTable()
    const viewer = await share('viewer')

    const seen = [await call('GET', `${at}/proposal-settings`), await reviewer.call('GET', `${at}/proposal-settings`)]
    const answers = [
      await reviewer.call('PUT', `${at}/proposal-settings`, { reviewers: [], minimum: 1 }),
      await call('PUT', `${at}/proposal-settings`, { reviewers: [viewer.userId], minimum: 1 }),
      await call('PUT', `${at}/proposal-settings`, { reviewers: [reviewer.userId], minimum: 2 }),
    ]

    expect(answers.map(({ body }) => body.code)).toEqual(['role_required', 'validation_error', 'validation_error'])
    expect(seen.map(({ body }) => body.may_change)).toEqual([true, false])
  })
})
