import { timingSafeEqual } from 'node:crypto'
import type { StoredCaller } from '../../../core/jobs/job.ts'
import type { Context } from '../../../platform/context.ts'
import { toWireId } from '../../../platform/ids.ts'
import type { Keyring } from '../../../platform/keyring.ts'
import { type SourceMode, type StructuringOptions, sourceObjectName } from '../source.ts'

/** A place for the bytes of one file: pending until they are there, uploaded until a source is made of them, then ingested. */
export type UploadSlot = {
  workbookId: string
  uploadId: string
  status: 'pending' | 'uploaded' | 'ingested'
  filename: string
  contentType: string
  wantedBytes: number | null
  wantedSha256: string | null
  maxBytes: number
  mode: SourceMode
  structuring: StructuringOptions
  isAsync: boolean
  autoIngest: boolean
  /** Where the object store itself takes the bytes; null where they come by the service, or were collected. */
  arrivalId: string | null
  objectId: string | null
  sizeBytes: number | null
  sha256: string | null
  sourceId: string | null
  sourceName: string | null
  error: string | null
  createdBy: string
  caller: StoredCaller
  expiresAt: Date
}

export const SLOT_STATUSES = ['pending', 'uploaded', 'ingested'] as const

/** How long an address is good. */
export const SLOT_MS = 3_600_000

type Signed = Pick<UploadSlot, 'uploadId' | 'maxBytes' | 'wantedSha256'> & { expires: number }

/** Where to bring the bytes: the address is the credential. */
export function uploadUrl(keyring: Keyring, baseUrl: string, signed: Signed): string {
  const sig = keyring.sign('upload', textOf(signed)).toString('hex')
  return `${baseUrl}/api/v1/uploads/${toWireId('up', signed.uploadId)}?expires=${signed.expires}&sig=${sig}`
}

export function isSignedBy(keyring: Keyring, signed: Signed, sig: string): boolean {
  const sent = Buffer.from(sig, 'hex')
  return keyring
    .signatures('upload', textOf(signed))
    .some((signature) => signature.length === sent.length && timingSafeEqual(signature, sent))
}

const textOf = ({ uploadId, expires, maxBytes, wantedSha256 }: Signed) =>
  ['PUT', toWireId('up', uploadId), expires, maxBytes, wantedSha256 ?? '-'].join('\n')

export const expiresOf = ({ expiresAt }: Pick<UploadSlot, 'expiresAt'>) => Math.floor(expiresAt.getTime() / 1000)

/** Where the bytes of a slot are to be brought: to the service, or to the object store itself. */
export async function slotAddress(ctx: Context, slot: UploadSlot): Promise<string> {
  const { workbookId, arrivalId, wantedBytes, expiresAt } = slot
  if (arrivalId === null || wantedBytes === null || ctx.blobs.addressToPut === null)
    return uploadUrl(ctx.keyring, ctx.settings.baseUrl, { ...slot, expires: expiresOf(slot) })
  const seconds = Math.max(1, Math.floor((expiresAt.getTime() - ctx.now().getTime()) / 1000))
  return ctx.blobs.addressToPut(sourceObjectName(workbookId, arrivalId), wantedBytes, seconds)
}
