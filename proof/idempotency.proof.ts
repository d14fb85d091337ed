import { randomUUID } from 'node:crypto'
import { callAs } from '../server/test/client.ts'
import { mintToken, newPerson } from '../server/test/person.ts'
import { type RunningService, runService } from '../server/test/start-service.ts'
import type { Figures, Proof, ProofOptions } from './proof.ts'

const KEYS = 200
const CALLERS = 20
const NODES = 3

/** 200 keys, each sent by 20 callers at the same moment to three nodes: one effect per key, one answer for all. */
export const proof: Proof = {
  promise: 'The same request sent many times under one Idempotency-Key has one effect',
  isQuick: true,
  minutes: 1,
  about: ['server/src/platform/http'],
  measure: (options) => withService(options, async () => undefined),
  // Every key is granted to everybody: what a service without idempotency does.
  control: (options) =>
    withService(options, async (service) => {
      await service.admin.query(`
        create or replace function claim_idempotency_key(
          in_principal text, in_method text, in_path text, in_key text, in_body_hash bytea, in_reach jsonb
        ) returns table (claimed boolean, body_hash bytea, reach jsonb, answer bytea)
        language sql as $$ select true, null::bytea, null::jsonb, null::bytea $$`)
    }),
  holds: ({ executed, replayed, doubled, different_answers, mismatch_422 }) =>
    executed === KEYS &&
    replayed === KEYS * (CALLERS - 1) &&
    doubled === 0 &&
    different_answers === 0 &&
    mismatch_422 === true,
}

async function withService(
  options: ProofOptions,
  prepare: (service: RunningService) => Promise<void>,
): Promise<Figures> {
  const service = await runService({ apiNodes: NODES, redis: true })
  try {
    await prepare(service)
    return await storm(service, options)
  } finally {
    await service.close()
  }
}

async function storm(service: RunningService, { say }: ProofOptions): Promise<Figures> {
  const person = await newPerson(service.urls[0] ?? '')
  const token = await mintToken(person.call)
  const calls = service.urls.map((url) => callAs(url, token))
  const send = (caller: number, key: string, title: string) =>
    calls[caller % NODES]?.('POST', '/api/v1/workbooks', { title }, { 'idempotency-key': key })

  let replayed = 0
  let differentAnswers = 0
  const unexpected: Record<number, number> = {}
  for (let n = 0; n < KEYS; n++) {
    const key = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: CALLERS }, (_, caller) => send(caller, key, `Workbook ${n}`)),
    )
    replayed += answers.filter((answer) => answer?.headers.get('idempotency-replayed') === 'true').length
    for (const answer of answers)
      if (answer?.status !== 201) unexpected[answer?.status ?? 0] = (unexpected[answer?.status ?? 0] ?? 0) + 1
    differentAnswers += new Set(answers.map((answer) => answer?.body.workbook_id)).size - 1
    if (n % 50 === 49) say(`${n + 1} keys`)
  }

  const key = randomUUID()
  await send(0, key, 'One body')
  const other = await send(1, key, 'Another body')
  const { rows } = await service.admin.query(
    'select count(*)::int as n, count(distinct title)::int as titles from workbook',
  )
  const executed = rows[0].titles - (other?.status === 201 ? 2 : 1)
  return {
    keys: KEYS,
    callers: CALLERS,
    nodes: NODES,
    executed,
    replayed,
    doubled: rows[0].n - rows[0].titles,
    different_answers: differentAnswers,
    unexpected,
    mismatch_422: other?.status === 422 && other.body.code === 'idempotency_key_reused',
  }
}
