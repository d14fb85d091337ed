import { expect, test, vi } from 'vitest'
import type { Body } from '../../../../../test/client.ts'
import { startService } from '../../../../../test/service.ts'
import { newSourcePlace } from '../../../../../test/source-place.ts'
import { uploadTo } from '../../../../../test/upload.ts'
import { grantCredits } from '../../../../people/billing/credits/credits.ts'
import { fromWireId } from '../../../../platform/ids.ts'

// The first loader of a node tries the sandbox out, which takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const service = startService({ settings: { structuring: { isOn: true, credits: 3 } } })

const SALES = 'code,region,amount\n007,東京,10\n008,大阪,-3\n'

/** A place whose account has so many credits. */
async function newPaidPlace(credits: number) {
  const place = await newSourcePlace(service)
  const { account_id: account } = (await place.owner.call('GET', '/api/v1/me')).body
  if (credits > 0) await grantCredits({ db: service.running.db }, { account, credits })
  const remaining = async () => (await place.owner.call('GET', '/api/v1/me')).body.credits.remaining
  return { ...place, account, remaining }
}

const outcomeOf = ({ body }: { body: Body }) => [body.structuring, body.structuring_reason, body.credits_spent]

test('structuring spends credits once: the same content is structured in another workbook for nothing', async () => {
  const { owner, upload, remaining } = await newPaidPlace(10)
  const other = (await owner.call('POST', '/api/v1/workbooks', { title: 'Other' })).body.workbook_id
  const uploadThere = (filename: string) =>
    uploadTo(service.url(), owner.session, `/api/v1/workbooks/${other}/sources`, { bytes: SALES, filename })

  const first = await upload({ bytes: SALES, filename: 'sales.csv' })
  const again = await upload({ bytes: SALES, filename: 'sales.csv' })
  const elsewhere = await uploadThere('renamed.csv')

  expect(outcomeOf(first)).toEqual(['structured', null, 3])
  expect([again.body.existing, ...outcomeOf(again)]).toEqual([true, 'structured', null, 0])
  expect(outcomeOf(elsewhere)).toEqual(['structured', null, 0])
  expect(elsewhere.body.source.artifacts).toEqual(['renamed'])
  expect(await remaining()).toBe(7)
})

test('without credits the sheets land as they are, free of charge, and the reason is given', async () => {
  const { upload, rows, remaining } = await newPaidPlace(2)

  const answer = await upload({ bytes: SALES, filename: 'sales.csv' })

  expect(outcomeOf(answer)).toEqual(['raw_fallback', 'no_credits', 0])
  expect(answer.body.artifacts).toMatchObject([{ name: 'sales', layer: 'raw', state: 'active' }])
  expect(await rows('sales')).toHaveLength(2)
  expect(await remaining()).toBe(2)
})

test('structuring=skip costs nothing', async () => {
  const { upload, remaining } = await newPaidPlace(10)

  const answer = await upload({ bytes: SALES, filename: 'sales.csv', fields: { structuring: 'skip' } })

  expect(outcomeOf(answer)).toEqual(['skipped', null, 0])
  expect(await remaining()).toBe(10)
})

test('content that another request of the account is structuring for long is not structured twice: building', async () => {
  const { workbook, account, upload, remaining } = await newPaidPlace(10)
  await service.running.admin.query(
    `insert into structuring (workbook_id, content, account_id, options, lease_until)
     values ($1, sha256($2), $3, sha256(''), now() + interval '1 hour')`,
    [fromWireId('wb', workbook), Buffer.from(SALES), fromWireId('acc', account)],
  )

  const answer = await upload({ bytes: SALES, filename: 'sales.csv' })

  expect(outcomeOf(answer)).toEqual(['raw_fallback', 'building', 0])
  expect(await remaining()).toBe(10)
})

test('a node that died while structuring does not keep others from it once its lease is over', async () => {
  const { workbook, account, upload } = await newPaidPlace(10)
  await service.running.admin.query(
    `insert into structuring (workbook_id, content, account_id, options, lease_until)
     values ($1, sha256($2), $3, sha256(''), now() - interval '1 second')`,
    [fromWireId('wb', workbook), Buffer.from(SALES), fromWireId('acc', account)],
  )

  const answer = await upload({ bytes: SALES, filename: 'sales.csv' })

  expect(outcomeOf(answer)).toEqual(['structured', null, 3])
})

test('many who upload the same content at once pay once', async () => {
  const { owner, upload, remaining } = await newPaidPlace(100)
  const others = await Promise.all(
    [1, 2].map(async (n) => (await owner.call('POST', '/api/v1/workbooks', { title: `${n}` })).body.workbook_id),
  )
  const uploads = others.map((id) =>
    uploadTo(service.url(), owner.session, `/api/v1/workbooks/${id}/sources`, { bytes: SALES, filename: 'sales.csv' }),
  )

  const answers = await Promise.all([upload({ bytes: SALES, filename: 'sales.csv' }), ...uploads])

  expect(answers.map(({ body }) => body.credits_spent).sort()).toEqual([0, 0, 3])
  expect(await remaining()).toBe(97)
})

test('a workspace may say which files land as they are, and a line of it that is no rule becomes a warning', async () => {
  const { owner, upload } = await newPaidPlace(10)
  const { workspace_id: workspace } = (await owner.call('GET', '/api/v1/me')).body
  const preprocess_rules = '# ours\nstructuring *.tmp.csv skip\nnull "x"\nrename "region" to "地域"\nmake it nice\n'
  await owner.call('PATCH', `/api/control/workspaces/${workspace}`, { preprocess_rules })

  const skipped = await upload({ bytes: SALES, filename: 'a.tmp.csv' })
  const ruled = await upload({ bytes: SALES.replace('-3', 'x'), filename: 'sales.csv' })

  expect(outcomeOf(skipped)).toEqual(['skipped', null, 0])
  expect(outcomeOf(ruled)).toEqual(['structured', null, 3])
  expect(ruled.body.artifacts[0].schema.map(({ name }: Body) => name)).toEqual(['code', '地域', 'amount'])
  expect(ruled.body.warnings).toContainEqual(
    expect.objectContaining({ code: 'rule_not_understood', message: expect.stringContaining('make it nice') }),
  )
})

test('of two files that come at once, credits for one structure one, and nothing is owed', async () => {
  const { upload, remaining } = await newPaidPlace(3)

  const answers = await Promise.all(
    ['a', 'b'].map((name) => upload({ bytes: SALES.replaceAll('00', name), filename: `${name}.csv` })),
  )

  expect(answers.map(outcomeOf).toSorted()).toEqual([
    ['raw_fallback', 'no_credits', 0],
    ['structured', null, 3],
  ])
  expect(await remaining()).toBe(0)
})
