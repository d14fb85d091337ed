import { setTimeout as pause } from 'node:timers/promises'
import { type Call, callAs } from '../../server/test/client.ts'
import { newPerson } from '../../server/test/person.ts'
import { uploadTo } from '../../server/test/upload.ts'

const FILE_ROWS = 40

/** A write that was acknowledged, and when. */
export type Acknowledged = {
  at: number
  what: { kind: 'row'; amount: number } | { kind: 'file'; name: string; total: number }
}

/** A user at work in one workbook: a row of the ledger after the other, each with the next amount, and a file now and then. */
export type Ledger = { session: string; workbook: string; acknowledged: Acknowledged[] }

export async function newLedger(url: string): Promise<Ledger> {
  const { session, call } = await newPerson(url)
  const { body } = await call('POST', '/api/v1/workbooks', { title: 'Ledger' })
  const workbook = `/api/v1/workbooks/${body.workbook_id}`
  await must(call('POST', `${workbook}/tables`, { name: 'ledger', columns: [{ name: 'amount', type: 'BIGINT' }] }))
  return { session, workbook, acknowledged: [] }
}

/** Until it is stopped, or the service no longer answers. */
export async function work(url: string, ledger: Ledger, signal: AbortSignal) {
  const call = callAs(url, ledger.session)
  for (let step = 1; !signal.aborted; step++) {
    try {
      const what = step % 5 === 0 ? await addFile(url, ledger, step) : await addRow(call, ledger)
      ledger.acknowledged.push({ at: performance.now(), what })
    } catch {
      // Not acknowledged, so it may be lost.
    }
    await pause(50)
  }
}

const rowsOf = ({ acknowledged }: Ledger) => acknowledged.filter(({ what }) => what.kind === 'row').length

async function addRow(call: Call, ledger: Ledger): Promise<Acknowledged['what']> {
  const amount = rowsOf(ledger) + 1
  const version = rowsOf(ledger) + 1
  await must(call('POST', `${ledger.workbook}/tables/ledger/rows`, { expected_version: version, rows: [{ amount }] }))
  return { kind: 'row', amount }
}

async function addFile(url: string, { session, workbook }: Ledger, step: number): Promise<Acknowledged['what']> {
  const amounts = Array.from({ length: FILE_ROWS }, (_, n) => step * 1_000 + n)
  const bytes = `amount\n${amounts.join('\n')}\n`
  const filename = `file_${step}.csv`
  const fields = { structuring: 'skip' }
  await must(uploadTo(url, session, `${workbook}/sources`, { bytes, filename, fields }))
  return { kind: 'file', name: `file_${step}`, total: amounts.reduce((sum, amount) => sum + amount, 0) }
}

async function must<T extends { status: number; body: unknown }>(answering: Promise<T>): Promise<T> {
  const answer = await answering
  if (answer.status >= 300) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`)
  return answer
}

/** What of all that was acknowledged is there, and whether what is there is as it was. */
export type Verdict = { present: number; missing: Acknowledged[]; wrong: number; isChainValid: boolean }

export async function judge(url: string, ledger: Ledger): Promise<Verdict> {
  const call = callAs(url, ledger.session)
  const ask = async (sql: string) => (await call('POST', `${ledger.workbook}/query`, { sql })).body
  const answer = await ask(
    'SELECT count(*) AS n, coalesce(sum(amount), 0) AS total, coalesce(max(amount), 0) AS last FROM ledger',
  )
  const [row] = answer.rows ?? []
  const last = Number(row?.last ?? 0)
  // The amounts 1, 2, … up to the last one, each once.
  const isWhole = row !== undefined && Number(row.n) === last && Number(row.total) === (last * (last + 1)) / 2
  const missing: Acknowledged[] = []
  let wrong = isWhole ? 0 : 1
  for (const each of ledger.acknowledged) {
    const { what } = each
    if (what.kind === 'row') {
      if (what.amount > last) missing.push(each)
      continue
    }
    const { status, body } = await call('POST', `${ledger.workbook}/query`, {
      sql: `SELECT sum(amount) AS total FROM ${what.name}`,
    })
    if (status === 400 || status === 404) missing.push(each)
    else if (Number(body.rows?.[0]?.total) !== what.total) wrong++
  }
  const audit = await call('GET', `${ledger.workbook}/audit-log`)
  return {
    present: ledger.acknowledged.length - missing.length,
    missing,
    wrong,
    isChainValid: audit.body.chain_valid === true,
  }
}
