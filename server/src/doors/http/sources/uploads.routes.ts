import { Type } from 'typebox'
import { Answer, endpoint } from '../../../platform/http/endpoint.ts'
import {
  Id,
  NamedObject,
  Nullable,
  Nullish,
  OneOf,
  Secret,
  Sha256,
  Time,
  WireId,
} from '../../../platform/http/schema.ts'
import { toWireId } from '../../../platform/ids.ts'
import {
  Filename,
  INGEST_OPTIONS,
  optionsOf,
  TABLE_FILE_PROBLEMS,
  UploadedInfo,
} from '../../../work/sources/sources.schema.ts'
import { createUpload, readUpload } from '../../../work/sources/upload/create-upload.ts'
import { ingestUpload, prepareIngest } from '../../../work/sources/upload/ingest-upload.ts'
import { answeredUpload } from '../../../work/sources/upload/present-upload.ts'
import { landUpload, receiveUpload } from '../../../work/sources/upload/receive-upload.ts'
import { SLOT_STATUSES, slotAddress, type UploadSlot } from '../../../work/sources/upload/upload-slot.ts'

const AT_UPLOAD = '/api/v1/uploads/{upload_id}'
const AtUpload = Type.Object({ upload_id: Id('up') })

const Slot = NamedObject('UploadSlot', {
  upload_id: WireId('up'),
  status: OneOf(SLOT_STATUSES),
  workbook_id: WireId('wb'),
  filename: Type.String(),
  upload_url: Type.Optional(Secret()),
  direct: Type.Boolean(),
  expires_at: Time,
  max_bytes: Type.Integer(),
  size_bytes: Nullable(Type.Integer()),
  sha256: Nullable(Type.String()),
  source_name: Nullable(Type.String()),
  error: Nullable(Type.String()),
})

const presentSlot = (slot: UploadSlot, url: string | null) => ({
  upload_id: toWireId('up', slot.uploadId),
  status: slot.status,
  workbook_id: toWireId('wb', slot.workbookId),
  filename: slot.filename,
  ...(url === null ? {} : { upload_url: url }),
  direct: slot.arrivalId !== null,
  expires_at: slot.expiresAt.toISOString(),
  max_bytes: slot.maxBytes,
  size_bytes: slot.sizeBytes,
  sha256: slot.sha256,
  source_name: slot.sourceName,
  error: slot.error,
})

export const uploadEndpoints = [
  endpoint({
    method: 'POST',
    path: '/api/v1/workbooks/{workbook_id}/uploads',
    operation: 'createUpload',
    summary: 'A slot for a large file, with a signed address to bring its bytes to',
    description:
      'The address is good for an hour. With auto_ingest a job makes a source of the bytes once they are there. With direct the address is that of the object store itself, where it is one that takes bytes (the answer says so); then size_bytes is required, and …/ingest collects them.',
    scope: 'workbooks:write',
    reach: { workbook: 'editor' },
    params: Type.Object({ workbook_id: Id('wb') }),
    body: Type.Object({
      filename: Filename,
      size_bytes: Nullish(Type.Integer({ minimum: 0 })),
      sha256: Nullish(Sha256),
      ...INGEST_OPTIONS,
      auto_ingest: Type.Optional(Type.Boolean({ default: false })),
      direct: Type.Optional(Type.Boolean({ default: false })),
    }),
    status: 201,
    response: Slot,
    problems: ['role_required', 'payload_too_large'],
    handle: async ({ ctx, params, body }) => {
      const { filename, size_bytes: sizeBytes = null, sha256 = null, auto_ingest: autoIngest = false } = body
      const isDirect = body.direct ?? false
      const wanted = { filename, sizeBytes, sha256, autoIngest, isDirect, ...optionsOf(body) }
      const slot = await createUpload(ctx, params.workbook_id, wanted)
      return presentSlot(slot, await slotAddress(ctx, slot))
    },
  }),
  endpoint({
    method: 'GET',
    path: AT_UPLOAD,
    operation: 'readUpload',
    summary: 'How an upload slot stands',
    scope: 'workbooks:read',
    params: AtUpload,
    status: 200,
    response: Slot,
    problems: ['out_of_reach'],
    handle: async ({ ctx, params }) => {
      const slot = await readUpload(ctx, params.upload_id)
      const isOpen = slot.status === 'pending' && ctx.caller.userId === slot.createdBy
      return presentSlot(slot, isOpen ? await slotAddress(ctx, slot) : null)
    },
  }),
  endpoint({
    method: 'PUT',
    path: AT_UPLOAD,
    operation: 'putUpload',
    summary: 'Bring the bytes of a slot',
    description: 'The signature of the address is the only credential. The same bytes again are welcome.',
    scope: 'none',
    params: AtUpload,
    query: Type.Object({
      expires: Type.Integer({ minimum: 0 }),
      sig: Sha256,
    }),
    consumes: 'bytes',
    maxFileBytes: ({ files }) => files.slotBytes,
    status: 200,
    response: Slot,
    problems: ['bad_signature', 'upload_expired', 'slot_not_pending', 'payload_too_large', 'unavailable'],
    land: ({ ctx, params, query }, file) => landUpload(ctx, addressOf(params, query), file),
    handle: async ({ ctx, params, query, file }) =>
      presentSlot(await receiveUpload(ctx, addressOf(params, query), file), null),
  }),
  endpoint({
    method: 'POST',
    path: `${AT_UPLOAD}/ingest`,
    operation: 'ingestUpload',
    summary: 'Make a source of the bytes in a slot',
    scope: 'workbooks:write',
    params: AtUpload,
    status: 201,
    alsoStatus: [200, 202],
    response: UploadedInfo,
    problems: [
      ...TABLE_FILE_PROBLEMS,
      'out_of_reach',
      'role_required',
      'slot_not_pending',
      'limit_reached',
      'unavailable',
    ],
    prepare: ({ ctx, params }) => prepareIngest(ctx, params.upload_id),
    handle: async ({ ctx, prepared }) => {
      const { status, body, headers } = answeredUpload(await ingestUpload(ctx, prepared))
      return new Answer(status, body, headers)
    },
  }),
]

const addressOf = (params: { upload_id: string }, { expires, sig }: { expires: number; sig: string }) => ({
  uploadId: params.upload_id,
  expires,
  sig,
})
