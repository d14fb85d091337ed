import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { type Actor, actorOf, type Who } from './actor.ts'

/** Ids, names, versions, counts; never a cell's value. */
export type AuditDetail = Readonly<Record<string, unknown>>

export type NewAuditEntry = {
  workbookId: string
  /** What was done or asked for: `workbook.create`, `rows.upsert`. */
  action: string
  /** What it was done to, in wire form. */
  target: AuditDetail
  detail?: AuditDetail
  /** What the caller calls himself. */
  actor?: string | null
  /** The op this entry belongs to. */
  opId?: number
}

export type Outcome = 'ok' | 'refused'

/** An entry as it is hashed, in wire form. */
export type AuditBody = {
  seq: number
  at: string
  actor: Actor
  action: string
  target: AuditDetail
  outcome: Outcome
  detail: AuditDetail
  ip: string | null
  op_id?: number
  /** Of reads: how often in that minute. */
  count?: number
  /** Of reads and refusals: when it happened (first); `at` is when the chain took it in. */
  since?: string
}

/** What an entry says, each part as canonical JSON (RFC 8785); the database adds time and place. */
export type AuditParts = { action: string; actor: string; detail: string; ip: string; outcome: string; target: string }

export function partsOf(
  who: Who,
  { action, target, detail = {}, actor = null }: NewAuditEntry,
  outcome: Outcome,
): AuditParts {
  return {
    action: canonical(action),
    actor: canonical(actorOf(who, actor)),
    detail: canonical(detail),
    ip: canonical(who === 'system' ? null : who.ip),
    outcome: canonical(outcome),
    target: canonical(target),
  }
}

function canonical(value: unknown): string {
  // Most parts are a word or nothing, and every governed read has an entry.
  if (value === null) return 'null'
  if (typeof value === 'string') return JSON.stringify(value.toWellFormed())
  const text = canonicalize(wellFormed(value))
  if (text === undefined) throw new Error('impossible: an audit entry of something JSON does not know')
  return text
}

/** Half a surrogate pair has no canonical form; PostgreSQL would not keep it either. */
function wellFormed(value: unknown): unknown {
  const text = JSON.stringify(value)
  if (!HALF_A_PAIR.test(text)) return JSON.parse(text)
  return JSON.parse(text, (_, member: unknown) => (typeof member === 'string' ? member.toWellFormed() : member))
}

/** As JSON writes it; a pair is written as it is. */
const HALF_A_PAIR = /\\ud[89a-f]/

/** What comes before the first entry. */
export const NO_HASH: Buffer = Buffer.alloc(0)

/** The rule of the chain, the same as `link_audit` in the database: each part behind its length in four bytes. */
export function hashEntry(workbookId: string, seq: number, previous: Buffer, body: string): Buffer {
  const place = Buffer.alloc(8)
  place.writeBigUInt64BE(BigInt(seq))
  const hash = createHash('sha256')
  for (const part of [Buffer.from('svc-audit-v1'), uuidBytes(workbookId), place, previous, Buffer.from(body)]) {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(part.length)
    hash.update(length).update(part)
  }
  return hash.digest()
}

const uuidBytes = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex')
