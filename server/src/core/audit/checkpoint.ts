import { createHash, createPublicKey, sign, verify } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { Platform } from '../../platform/context.ts'
import { toWireId } from '../../platform/ids.ts'
import type { Keyring } from '../../platform/keyring.ts'

/**
 * A signed word on where a log ended at some time, kept outside the database. A chain of hashes alone does not notice
 * that its tail is gone, nor that it was rewritten from the beginning.
 */
export type Checkpoint = { workbookId: string; seq: number; hash: Buffer; at: Date }

/** What is signed. The first member keeps the signature from ever meaning something else. */
const statement = ({ workbookId, seq, hash, at }: Checkpoint) => ({
  type: 'svc-audit-checkpoint-v1',
  workbook_id: toWireId('wb', workbookId),
  seq,
  hash: hash.toString('hex'),
  at: at.toISOString(),
})

export function signCheckpoint(keyring: Keyring, checkpoint: Checkpoint): Buffer {
  const signature = sign(null, bytesOf(statement(checkpoint)), keyring.signingKeys('audit')[0])
  return Buffer.from(JSON.stringify({ ...statement(checkpoint), signature: signature.toString('base64url') }))
}

/** Tells keys apart without telling them. */
export function signingKeyId(keyring: Keyring): string {
  const key = createPublicKey(keyring.signingKeys('audit')[0]).export({ format: 'der', type: 'spki' })
  return createHash('sha256').update(key).digest('hex').slice(0, 16)
}

/** The newest one; the others stay for ever under the number of their last entry. */
export const newestName = (workbookId: string) => `audit/${workbookId}/head.json`
export const keptName = (workbookId: string, seq: number) => `audit/${workbookId}/${seq}.json`

/** Undefined: none was made yet. */
export async function findCheckpoint({ blobs, keyring }: Pick<Platform, 'blobs' | 'keyring'>, workbookId: string) {
  const stream = await blobs.get(newestName(workbookId))
  if (!stream) return undefined
  const bytes = Buffer.concat(await stream.toArray())
  return openCheckpoint(keyring, workbookId, bytes.toString())
}

/** `forged`: not signed by us, or for another log. */
export function openCheckpoint(keyring: Keyring, workbookId: string, text: string): Checkpoint | 'forged' {
  const parsed = parse(text)
  if (!parsed) return 'forged'
  const checkpoint = {
    workbookId,
    seq: Number(parsed.seq),
    hash: Buffer.from(String(parsed.hash), 'hex'),
    at: new Date(String(parsed.at)),
  }
  if (Number.isNaN(checkpoint.at.getTime())) return 'forged'
  const signature = Buffer.from(String(parsed.signature), 'base64url')
  const isOurs = keyring
    .signingKeys('audit')
    .some((key) => verify(null, bytesOf(statement(checkpoint)), key, signature))
  return isOurs ? checkpoint : 'forged'
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    // Safe: whatever it is, its members are only read as texts and numbers and must fit the signature.
    return Object(JSON.parse(text)) as Record<string, unknown>
  } catch {
    return undefined
  }
}

const bytesOf = (value: unknown) => Buffer.from(canonicalize(value) ?? '')
