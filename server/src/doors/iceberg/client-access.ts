import { segmentFolder } from '../../engine/storage/segment.ts'
import type { BlobReading, LentCredentials } from '../../platform/blobs/blobs.ts'
import { toWireId } from '../../platform/ids.ts'

/**
 * How a client reads the files: each request signed by us, by credentials that it is lent, or by credentials that the operator gave it, where it
 * asks for nothing.
 */
export type Access = 'signed' | 'lent' | 'own'

/** What a client needs in order to read the files; `lent`: the same by the part of the store it is for, where credentials are lent. */
export type ClientAccess = {
  config: Readonly<Record<string, string>>
  lent: readonly { prefix: string; config: Readonly<Record<string, string>> }[]
}

/** They read every file of the workbook, and no other object. */
export function lentAccess(reading: BlobReading, workbookId: string, lent: LentCredentials): ClientAccess {
  const config = {
    ...reading.settings,
    's3.access-key-id': lent.accessKeyId,
    's3.secret-access-key': lent.secretAccessKey,
    's3.session-token': lent.sessionToken,
    's3.session-token-expires-at-ms': String(lent.expiresAt.getTime()),
  }
  return { config, lent: [{ prefix: `${reading.locationOf(segmentFolder(workbookId))}/`, config }] }
}

/** Every request to the store is signed here, so that no credential of the store leaves the service. */
export function signedAccess({ settings }: BlobReading, workbookId: string, tableId: string): ClientAccess {
  const endpoint = `v1/namespaces/${toWireId('wb', workbookId)}/tables/${toWireId('art', tableId)}/sign`
  const config = {
    ...settings,
    's3.remote-signing-enabled': 'true',
    's3.signer.endpoint': endpoint,
    'signer.endpoint': endpoint,
    's3.signer': 'S3V4RestSigner',
    'py-io-impl': 'pyiceberg.io.fsspec.FsspecFileIO',
  }
  return { config, lent: [] }
}
