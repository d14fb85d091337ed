import { describe, expect, test } from 'vitest'
import { newMember, newWorkspace } from '../../../test/control-plane.ts'
import { startService } from '../../../test/service.ts'

const service = startService()

const COLUMNS = [
  { name: 'name' },
  { name: 'card' },
  { name: 'account', type: 'BIGINT' },
  { name: 'born', type: 'DATE' },
  { name: 'salary', type: 'DOUBLE' },
]
const ROWS = [
  { name: 'Aiko', card: '4556-7375-8689-9855', account: 12345678, born: '1987-06-05', salary: 1000.5 },
  { name: 'Ben', card: '4916-3385-0608-2832', account: 87654321, born: '1990-12-31', salary: 1000.5 },
  { name: 'Cleo', card: 'short', account: null, born: null, salary: 3 },
]
const HASH = expect.stringMatching(/^[0-9a-f]{32}$/)

/** Staff whose every column but the name bears a tag of its own name; the owner, a viewer, and a user of the role hr, who is exempt. */
async function newStaff(styles: Record<string, string>) {
  const owner = await service.newPerson()
  const workspace = await newWorkspace(owner)
  const { body } = await owner.call('POST', '/api/v1/workbooks', { title: 'Staff', workspace_id: workspace })
  const at = `/api/v1/workbooks/${body.workbook_id}`
  await owner.call('POST', `${at}/tables`, { name: 'staff', columns: COLUMNS })
  await owner.call('POST', `${at}/tables/staff/rows`, { expected_version: null, rows: ROWS })
  const viewer = await newMember(service, owner, workspace, 'viewer')
  const hr = await newMember(service, owner, workspace, 'editor')
  await owner.call('PUT', `/api/control/workspaces/${workspace}/users/${hr.userId}/roles`, { roles: ['hr'] })
  for (const [column, style] of Object.entries(styles)) {
    await owner.call('POST', `${at}/artifacts/staff/columns/${column}/tags`, { tag: column })
    await owner.call('PUT', `${at}/policies/${column}`, { effect: 'mask', mask_style: style })
    await owner.call('PUT', `${at}/policies/${column}`, { effect: 'allow', role: 'hr' })
  }
  return { owner, viewer, hr, at, staff: `${at}/tables/staff` }
}

type Staff = Awaited<ReturnType<typeof newStaff>>
const rowsOf = async (person: Staff['owner'], staff: string) => (await person.call('GET', `${staff}/rows`)).body

describe('a masked column with a style', () => {
  test('reads as its style leaves it: rows, one row, SQL, and the type that is reported', async () => {
    const { viewer, at, staff } = await newStaff({ card: 'hash', account: 'last4', born: 'year', salary: 'hash' })

    const page = await rowsOf(viewer, staff)
    const one = (await viewer.call('GET', `${staff}/rows/1`)).body.row
    const found = await viewer.call('POST', `${at}/query`, {
      sql: "select count(*) as n, count(distinct salary) as salaries, max(born) as youngest from staff where account = '5678'",
    })

    expect(page.rows[0]).toEqual({
      __svc_row_id: 1,
      name: 'Aiko',
      card: HASH,
      account: '5678',
      born: '1987-01-01',
      salary: HASH,
    })
    expect(page.rows[2]).toMatchObject({ card: HASH, account: null, born: null })
    expect(page.rows[0].salary).toBe(page.rows[1].salary)
    expect(page.columns.map(({ type, masked }: { type: string; masked: boolean }) => [type, masked])).toEqual([
      ['VARCHAR', false],
      ['VARCHAR', true],
      ['VARCHAR', true],
      ['DATE', true],
      ['VARCHAR', true],
    ])
    expect(page.masked_columns).toEqual(['card', 'account', 'born', 'salary'])
    expect(one).toEqual(page.rows[0])
    expect(found.body.rows).toEqual([{ n: 1, salaries: 1, youngest: '1987-01-01' }])
  })

  test('is seen plainly by a role that is exempt, and as NULLs where the style does not fit', async () => {
    const { viewer, hr, staff } = await newStaff({ card: 'year', salary: 'last4' })

    const [masked, plain] = [await rowsOf(viewer, staff), await rowsOf(hr, staff)]

    expect(masked.rows.map(({ card, salary }: (typeof ROWS)[number]) => [card, salary])).toEqual(
      ROWS.map(() => [null, null]),
    )
    expect(plain.rows).toMatchObject(ROWS)
  })

  test('gives nothing of its history, and cannot be written, matched on or named in a transform', async () => {
    const { owner, at, staff } = await newStaff({ card: 'last4' })
    const write = (rows: unknown[], more: object = {}) =>
      owner.call('POST', `${staff}/rows`, { expected_version: null, rows, ...more })

    const refused = [
      await write([{ __svc_row_id: 1, card: '9855' }]),
      await write([{ name: 'Aiko', card: '9855' }], { match_on: ['card'] }),
      await owner.call('POST', `${at}/transforms`, {
        name: 'cards',
        language: 'sql',
        code: 'select card from {{ staff }}',
        args: { staff: 'staff' },
      }),
    ]
    const history = await owner.call('GET', `${staff}/rows/1/history`)

    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(refused.map(() => [403, 'masked_column']))
    expect(history.status).toBe(200)
    expect(JSON.stringify(history.body)).not.toContain('9855')
  })

  test('is NULL again in a table that a transform makes from it, until a user puts the tag there', async () => {
    const { owner, viewer, hr, at } = await newStaff({ card: 'last4' })
    await hr.call('POST', `${at}/transforms`, {
      name: 'cards',
      language: 'sql',
      code: 'select card from {{ staff }}',
      args: { staff: 'staff' },
    })

    const inherited = await rowsOf(viewer, `${at}/tables/cards`)
    await owner.call('POST', `${at}/artifacts/cards/columns/card/tags`, { tag: 'card' })
    const attached = await rowsOf(viewer, `${at}/tables/cards`)

    expect(inherited.rows.map(({ card }: { card: unknown }) => card)).toEqual([null, null, null])
    expect(attached.rows.map(({ card }: { card: unknown }) => card)).toEqual(['9855', '2832', null])
  })

  test('of a past version is shown as it is today', async () => {
    const { owner, viewer, at, staff } = await newStaff({ card: 'last4' })
    await owner.call('POST', `${at}/versions`, { label: 'v1' })
    await owner.call('POST', `${staff}/rows/delete`, { expected_version: null, row_ids: [1] })

    const past = await viewer.call('GET', `${staff}/rows?as_of=version:v1`)

    expect(past.body.rows.map(({ card }: { card: unknown }) => card)).toEqual(['9855', '2832', null])
  })

  test('takes back results that were made under another style', async () => {
    const { owner, viewer, at } = await newStaff({ card: 'last4' })
    const { body } = await viewer.call('POST', `${at}/query`, { sql: 'select card from staff' })

    await owner.call('PUT', `${at}/policies/card`, { effect: 'mask', mask_style: 'hash' })

    expect(await viewer.call('GET', `/api/v1/results/${body.id}`)).toMatchObject({
      status: 410,
      body: { code: 'result_invalidated' },
    })
  })
})

test('no arithmetic, cast or comparison brings back what a style hides', async () => {
  const { viewer, at } = await newStaff({ card: 'last4', account: 'last4', born: 'year', salary: 'hash' })
  const ask = async (sql: string) => JSON.stringify((await viewer.call('POST', `${at}/query`, { sql })).body)
  const attempts = [
    'select account::BIGINT as x from staff',
    'select max(account::BIGINT) + 12340000 as x from staff where try_cast(account as bigint) > 9999',
    "select date_diff('day', date '1987-01-01', born) as x, dayofyear(born) as y from staff",
    "select count(*) as n from staff where born = date '1987-06-05'",
    'select salary::DOUBLE as x from staff',
    'select count(*) as n from staff where salary > 1000',
    "select count(*) as n from staff where salary in (md5('1000.5'), left(sha256('1000.5'), 32), md5('3.0'), left(sha256('3'), 32))",
    "select count(*) as n from staff where card like '4556%' or card = '4556-7375-8689-9855'",
    'select min(length(card)) as x, max(length(card)) as y from staff',
    'select approx_quantile(try_cast(account as bigint), 0.5) as x from staff',
    'select account, card, born, salary from staff order by account',
  ]

  const answers = await Promise.all(attempts.map(ask))

  const hidden = ['12345678', '87654321', '4556', '7375', '06-05', '12-31', '1000.5', '"short"']
  for (const [n, answer] of answers.entries())
    expect([attempts[n], hidden.filter((value) => answer.includes(value))]).toEqual([attempts[n], []])
  for (const n of [3, 6, 7]) expect(answers[n]).toContain('"n":0')
})

test('a style is shown with the rule, with what a user sees, and in the audit log', async () => {
  const { owner, at, staff } = await newStaff({ card: 'last4', salary: 'year' })

  const policies = (await owner.call('GET', `${at}/policies`)).body.policies
  const { columns } = (await owner.call('GET', `${staff}/access?role=viewer`)).body
  const { entries } = (await owner.call('GET', `${at}/audit-log?limit=20`)).body

  const styles = policies.map((its: Record<string, string | null>) => [its.tag, its.role, its.mask_style])
  expect(styles).toEqual([
    ['card', '*', 'last4'],
    ['card', 'hr', null],
    ['salary', '*', 'year'],
    ['salary', 'hr', null],
  ])
  expect(columns.map(({ name, effect, mask_style }: Record<string, string>) => [name, effect, mask_style])).toEqual([
    ['name', 'allow', null],
    ['card', 'mask', 'last4'],
    ['account', 'allow', null],
    ['born', 'allow', null],
    ['salary', 'mask', null],
  ])
  expect(entries).toContainEqual(
    expect.objectContaining({ detail: { tag: 'card', role: '*', effect: 'mask', mask_style: 'last4' } }),
  )
})

test('a style without a mask is refused, and so is an unknown one', async () => {
  const { owner, at } = await newStaff({})
  const set = (body: object) => owner.call('PUT', `${at}/policies/pii`, body)

  const answers = [
    await set({ effect: 'deny', mask_style: 'hash' }),
    await set({ effect: 'mask', mask_style: 'first4' }),
    await set({ effect: 'mask', mask_style: null }),
    await set({ effect: 'mask', mask_style: 'null' }),
  ]

  expect(answers.map(({ status }) => status)).toEqual([422, 422, 201, 200])
})
