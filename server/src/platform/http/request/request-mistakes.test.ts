import { describe, expect, test } from 'vitest'
import { newTable } from '../../../../test/new-table.ts'
import { startService } from '../../../../test/service.ts'

const service = startService()

const COLUMNS = [{ name: 'region' }]

describe('an id that cannot be read', () => {
  test.each([
    ['a snapshot', '/snapshots/snap_x', 'snap_x', 'GET'],
    ['an op', '/ops/abc/undo', 'abc', 'POST'],
    ['a row', '/tables/sales/rows/abc', 'abc', 'GET'],
    ['a job, which no workbook holds', '/api/v1/jobs/job_x', 'job_x', 'GET'],
    ['a user', '/tables/sales/access?user_id=usr_x', 'usr_x', 'GET'],
    ['a version of a file', '/file-links/fl_x/versions/abc/diff', 'abc', 'GET'],
  ])('of %s is named as it was sent', async (_, path, sent, method) => {
    const { call, at } = await newTable(service, { columns: COLUMNS, rows: [] })

    const { status, body } = await call(method, path.startsWith('/api') ? path : `${at}${path}`)

    expect(status).toBe(404)
    expect(body.resource).not.toBe('endpoint')
    expect(body.detail).toContain(sent)
    expect(JSON.stringify(body)).not.toMatch(/_0{26}|'0'|\b0000/)
  })

  test('is named as it was sent in a body, and where the answer is kept under a key', async () => {
    const { call } = await newTable(service, { columns: COLUMNS, rows: [] })
    const key = { 'idempotency-key': 'malformed' }

    const { status, body } = await call('POST', '/api/control/workspaces', { name: 'w', account_id: 'acc_x' }, key)

    expect(status).toBe(404)
    expect(body).toMatchObject({ detail: "There is no account 'acc_x' that you can see.", name: 'acc_x' })
  })
})

describe('a field that does not fit', () => {
  test('learns which values there are', async () => {
    const { call, at } = await newTable(service, { columns: COLUMNS, rows: [] })

    const { body } = await call('PUT', `${at}/policies/pii`, { effect: 'hide' })

    expect(body.errors).toEqual([
      { loc: ['body', 'effect'], code: 'enum', message: "must be 'allow', 'mask' or 'deny'" },
    ])
  })

  test('gives one error where it may be null: the text is too long, and not also "not null"', async () => {
    const { call, at } = await newTable(service, { columns: COLUMNS, rows: [] })

    const { body } = await call('PUT', `${at}/policies/pii`, { effect: 'mask', actor: 'a'.repeat(201) })
    const wrong = await call('PUT', `${at}/policies/pii`, { effect: 'mask', actor: 7 })

    expect(body.errors).toEqual([
      { loc: ['body', 'actor'], code: 'maxLength', message: 'must NOT have more than 200 characters' },
    ])
    expect(wrong.body.errors).toEqual([{ loc: ['body', 'actor'], code: 'type', message: 'must be string or null' }])
  })

  test('reads the rule for its name in words', async () => {
    const { call, at } = await newTable(service, { columns: COLUMNS, rows: [] })
    const words = 'must be a lower-case letter, then at most 59 of a-z, 0-9, _ and -'

    const table = await call('POST', `${at}/tables`, { name: '__svc_x', columns: COLUMNS })
    const tag = await call('POST', `${at}/artifacts/sales/columns/region/tags`, { tag: 'P I I' })
    const policy = await call('PUT', `${at}/policies/P%20I%20I`, { effect: 'mask' })

    expect(table.body.errors).toMatchObject([{ message: 'must be a name that does not start with __svc_' }])
    expect(tag.body.errors).toMatchObject([{ loc: ['body', 'tag'], message: words }])
    expect(policy.body.errors).toMatchObject([{ loc: ['path', 'tag'], message: words }])
  })

  test('of spaces alone is no name of an account or a workspace', async () => {
    const { call } = await newTable(service, { columns: COLUMNS, rows: [] })
    const person = await service.newPerson()

    const account = await person.call('POST', '/api/control/accounts', { name: ' \u3000 ' })
    const workspace = await call('POST', '/api/control/workspaces', { name: '   ' })

    expect([account.status, workspace.status]).toEqual([422, 422])
    expect(account.body.errors).toMatchObject([{ message: expect.stringContaining('not only spaces') }])
  })
})
