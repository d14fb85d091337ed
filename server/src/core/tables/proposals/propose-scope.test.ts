import { describe, expect, test } from 'vitest'
import { connectAgent } from '../../../../test/connect-agent.ts'
import { FIVE, newProposals } from '../../../../test/new-proposal.ts'
import { startService } from '../../../../test/service.ts'

/** A token with the scope `workbooks:propose`: it reads, its writes of rows become proposals, and it does nothing else. */
const service = startService()

async function newProposer() {
  const made = await newProposals(service)
  const token = await service.newToken(made.owner, { scopes: ['workbooks:propose'] })
  const version = async () => (await made.call('GET', made.table)).body.edit_version as number
  return { ...made, token, asProposer: service.as(token), version }
}

/** Each way to write rows, under both families of paths. */
const WRITES = (['tables', 'artifacts'] as const).flatMap((family) => [
  { operation: 'write rows', family, method: 'POST', path: 'rows', body: { rows: FIVE, expected_version: 2 } },
  { operation: 'add rows', family, method: 'POST', path: 'rows', body: { rows: [{ region: 'd' }], expected_version: null } },
  { operation: 'delete rows', family, method: 'POST', path: 'rows/delete', body: { row_ids: [2], expected_version: 2 } },
  { operation: 'delete a row', family, method: 'DELETE', path: 'rows/2?expected_version=2', body: undefined },
  { operation: 'write a range', family, method: 'PUT', path: 'a1', body: { range: 'B3', values: [[5]], expected_version: 2 } },
]) // biome-ignore format: a list

describe('with the scope workbooks:propose', () => {
  test.each(WRITES)('to $operation of $family is a proposal, and changes nothing', async (write) => {
    const { asProposer, at, amounts, version } = await newProposer()

    const answer = await asProposer(write.method, `${at}/${write.family}/sales/${write.path}`, write.body)

    expect(answer).toMatchObject({
      status: 202,
      body: { edit_version: 2, op_id: null, stale: [], proposal: { state: 'open', approved: false, row_count: 1 } },
    })
    expect([await amounts(), await version()]).toEqual([[1, 2, 3], 2])
  })

  test('what was written is there once another user has approved and applied it', async () => {
    const { asProposer, at, call, table, reviewer, amounts } = await newProposer()
    const rows = [...FIVE, { region: 'd', amount: 4 }, { __svc_row_id: 1, amount: 1 }]

    const { body } = await asProposer('POST', `${table}/rows`, { rows, expected_version: 2 })
    const one = `${at}/proposals/${body.proposal.proposal_id}`
    const own = [
      await asProposer('POST', `${one}/reviews`, { verdict: 'approve' }),
      await asProposer('POST', `${one}/reviews`, { verdict: 'comment', text: 'please' }),
      await asProposer('POST', `${one}/apply`, {}),
      await asProposer('PATCH', one, { state: 'withdrawn' }),
    ]
    await reviewer.call('POST', `${one}/reviews`, { verdict: 'approve' })
    const applied = await call('POST', `${one}/apply`, {})

    expect(body).toMatchObject({ inserted: 0, updated: 0, unchanged: 1, row_ids: [2, null, 1] })
    expect(body.proposal.title).toBe('sales: add 1 row, change 1 row')
    expect(own.map(({ status, body: { code } }) => [status, code])).toEqual(own.map(() => [403, 'insufficient_scope']))
    expect(applied.body).toMatchObject({ inserted: 1, updated: 1 })
    expect(await amounts()).toEqual([1, 5, 3, 4])
  })

  test('reads, tries writes, and hears where there is nothing to propose', async () => {
    const { asProposer, at, table } = await newProposer()
    const write = (body: object) => asProposer('POST', `${table}/rows`, { rows: FIVE, expected_version: null, ...body })

    expect((await asProposer('GET', `${table}/rows`)).status).toBe(200)
    expect(await write({ dry_run: true })).toMatchObject({ status: 200, body: { dry_run: { cell_count: 1 } } })
    const same = await write({ rows: [{ __svc_row_id: 2, amount: 2 }] })
    expect(same).toMatchObject({ status: 200, body: { unchanged: 1 } })
    expect(same.body.proposal).toBeUndefined()
    expect((await asProposer('GET', `${at}/proposals`)).body.proposals).toEqual([])
  })

  test('what a write would refuse is refused, but for rows that break a rule', async () => {
    const { asProposer, call, table } = await newProposer()
    await call('PUT', `${table}/rules`, { rules: [{ kind: 'range', column: 'amount', max: 4 }], expected_version: 0 })
    const write = (body: object) => asProposer('POST', `${table}/rows`, { rows: FIVE, expected_version: null, ...body })

    const answers = [
      await write({ expected_version: 1 }),
      await write({ rows: [{ amount: 'x' }] }),
      await write({ rows: [{ __svc_row_id: 99, amount: 1 }] }),
      await write({ lock: 'row' }),
      await write({}),
    ]
    const skipped = await write({ on_error: 'skip', rows: [{ amount: 'x' }, { amount: 3 }] })

    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [409, 'version_conflict'],
      [400, 'uncastable_value'],
      [404, 'row_not_found'],
      [422, 'validation_error'],
      [202, undefined],
    ])
    expect(skipped).toMatchObject({ status: 202, body: { rejected: [{ index: 0 }], proposal: { row_count: 1 } } })
  })

  test('the same write under the same key is one proposal', async () => {
    const { asProposer, at, table } = await newProposer()
    const key = { 'idempotency-key': 'once' }
    const body = { rows: FIVE, expected_version: null }

    const first = await asProposer('POST', `${table}/rows`, body, key)
    const again = await asProposer('POST', `${table}/rows`, body, key)

    expect([first.status, again.status]).toEqual([202, 202])
    expect(again.body).toEqual(first.body)
    expect((await asProposer('GET', `${at}/proposals`)).body.proposals).toHaveLength(1)
  })

  test('an agent is shown what proposes, and edit_rows answers its proposal', async () => {
    const { token, at, amounts } = await newProposer()
    const agent = await connectAgent(service.url(), token)
    const workbook_id = at.split('/').at(-1)

    const names = (await agent.tools()).map(({ name }) => name)
    const edit = { workbook_id, table: 'sales', expected_version: 2, rows: FIVE }
    const { answer, problem } = await agent.call('edit_rows', edit)

    expect(names).toEqual(expect.arrayContaining(['edit_rows', 'propose_rows', 'read_proposals', 'query']))
    expect(names).not.toContain('undo_operation')
    expect(problem).toBeUndefined()
    expect(answer).toMatchObject({ op_id: null, updated: 0, proposal: { state: 'open', row_count: 1 } })
    expect(await amounts()).toEqual([1, 2, 3])
    await agent.close()
  })
})
