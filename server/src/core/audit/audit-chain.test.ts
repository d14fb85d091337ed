import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { expect, test } from 'vitest'
import { newOwner, type Owner } from '../../../test/context.ts'
import { startService } from '../../../test/service.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { appendAuditEntry } from './append-audit-entry.ts'
import { readAuditLog } from './read-audit-log.ts'

const service = startService()

const append = ({ ctx, workbookId }: Owner, action = 'rows.upsert', detail = {}) =>
  inTransaction(ctx.db, (tx) => appendAuditEntry(tx, ctx, { workbookId, action, target: { table: 'sales' }, detail }))

const read = ({ ctx, workbookId }: Owner, { limit = 200, before = null as number | null } = {}) =>
  readAuditLog(ctx, workbookId, { limit, before })

const rowsOf = async ({ workbookId }: Owner) => {
  const { rows } = await service.running.admin.query(
    'select seq, body, hash from audit where workbook_id = $1 order by seq',
    [workbookId],
  )
  return rows as { seq: string; body: string; hash: Buffer }[]
}

/** Written down once more from the published rule, apart from the service's own code. */
function hashByRule(workbookId: string, seq: number, previous: Buffer, body: string): Buffer {
  const be = (bytes: number, value: number) => Buffer.from(value.toString(16).padStart(bytes * 2, '0'), 'hex')
  const parts = [
    Buffer.from('svc-audit-v1'),
    Buffer.from(workbookId.replaceAll('-', ''), 'hex'),
    be(8, seq),
    previous,
    Buffer.from(body),
  ]
  return createHash('sha256')
    .update(Buffer.concat(parts.flatMap((part) => [be(4, part.length), part])))
    .digest()
}

test('an entry says who did what to what, from where and when, in canonical JSON whose hash anybody can compute', async () => {
  const owner = await newOwner(service.running)
  await append(owner, 'workbook.create', { 'b–': '売上 "x"\n', a: [1.5, 1e21, null, true], '': '\ud83d\ude00' })
  await append(owner)

  const rows = await rowsOf(owner)
  const { entries, chainValid, nextBefore } = await read(owner)

  let previous: Buffer = Buffer.alloc(0)
  for (const { seq, body, hash } of rows) {
    expect(canonicalize(JSON.parse(body))).toBe(body)
    expect(hash).toEqual(hashByRule(owner.workbookId, Number(seq), previous, body))
    previous = hash
  }
  expect(entries[1]).toMatchObject({
    seq: 1,
    action: 'workbook.create',
    target: { table: 'sales' },
    outcome: 'ok',
    detail: { 'b–': '売上 "x"\n', a: [1.5, 1e21, null, true], '': '\ud83d\ude00' },
    ip: '203.0.113.7',
    actor: {
      name: null,
      credential: 'session',
      user_id: expect.stringMatching(/^usr_/),
      credential_id: expect.stringMatching(/^sess_/),
    },
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    prev_hash: '',
  })
  expect(entries[0]?.prev_hash).toBe(entries[1]?.hash)
  expect({ chainValid, nextBefore }).toEqual({ chainValid: true, nextBefore: null })
})

test('text that is no Unicode is kept as far as it is, and never stops the work it records', async () => {
  const owner = await newOwner(service.running)
  await append(owner, 'workbook.change', { title: 'half \ud800 and \u0000' })

  const { entries, chainValid } = await read(owner)

  expect(entries[0]?.detail).toEqual({ title: 'half \ufffd and \u0000' })
  expect(chainValid).toBe(true)
})

test('writers at once leave one chain without gaps, whose times never run backwards', async () => {
  const owner = await newOwner(service.running)
  const writers = Array.from({ length: 8 }, async () => {
    for (let n = 0; n < 25; n++) await append(owner)
  })
  await Promise.all(writers)

  const bodies = (await rowsOf(owner)).map(({ body }) => JSON.parse(body) as { seq: number; at: string })

  expect(bodies.map(({ seq }) => seq)).toEqual(Array.from({ length: 200 }, (_, n) => n + 1))
  expect(bodies.map(({ at }) => at)).toEqual(bodies.map(({ at }) => at).sort())
  expect((await read(owner)).chainValid).toBe(true)
})

test('a change that is rolled back leaves no entry', async () => {
  const owner = await newOwner(service.running)
  const failing = inTransaction(owner.ctx.db, async (tx) => {
    await appendAuditEntry(tx, owner.ctx, { workbookId: owner.workbookId, action: 'rows.upsert', target: {} })
    throw new Error('changed my mind')
  })
  await expect(failing).rejects.toThrow('changed my mind')

  await append(owner, 'rows.delete')

  expect((await read(owner)).entries.map(({ seq, action }) => [seq, action])).toEqual([[1, 'rows.delete']])
})

test('the log is read in pages, newest first', async () => {
  const owner = await newOwner(service.running)
  for (let n = 1; n <= 5; n++) await append(owner, `step.${n}`)

  const first = await read(owner, { limit: 2 })
  const second = await read(owner, { limit: 2, before: first.nextBefore })
  const third = await read(owner, { limit: 2, before: second.nextBefore })

  expect([first, second, third].map(({ entries }) => entries.map(({ seq }) => seq))).toEqual([[5, 4], [3, 2], [1]])
  expect(third.nextBefore).toBeNull()
  expect(second.chainValid).toBe(true)
})
