import { Type } from 'typebox'
import { FreeName } from '../../core/artifacts/free-name.schema.ts'
import { ArtifactSummary, presentArtifact } from '../../core/artifacts/read-artifacts.ts'
import { numberIn } from '../../core/tables/tables.schema.ts'
import { notFound } from '../../platform/errors.ts'
import { Id, NamedObject, Nullable, OneOf, Time, WireId } from '../../platform/http/schema.ts'
import { toWireId } from '../../platform/ids.ts'
import { FILE_PROVIDERS } from '../cloud-files/cloud-file.ts'
import {
  OVERWRITTEN_FIELDS,
  presentOverwritten,
  presentQuarantined,
  QuarantinedInfo,
} from '../sources/materialize/present-materialized.ts'
import { TABLE_FILE_PROBLEMS } from '../sources/sources.schema.ts'
import { type FileLink, type LinkVersion, VERSION_KINDS } from './file-link.ts'
import type { Fed } from './push-version.ts'

/** How file links and their versions look from outside, and where they are found. */

export const LINKS = '/api/v1/workbooks/{workbook_id}/file-links'
export const AT_VERSIONS = `${LINKS}/{link_id}/versions`
export const AtLink = Type.Object({ workbook_id: Id('wb'), link_id: Id('fl') })
export const AtVersion = Type.Object({
  ...AtLink.properties,
  n: Type.String({ description: 'The number of the version' }),
})

const MOST_VERSIONS = 2_147_483_647

/** The number of a version in a path. */
export function versionIn(text: string): number {
  const n = numberIn(text)
  if (n === null || n > MOST_VERSIONS) throw notFound('version', text)
  return n
}

export const TrackName = FreeName()

/** What may go wrong where a file becomes a version. */
export const FEED_PROBLEMS = [...TABLE_FILE_PROBLEMS, 'unavailable', 'governed_workbook', 'limit_reached']

/** Where it becomes the first one: a source of that name is looked at, whose file may have been erased. */
export const TRACKING_PROBLEMS = [...FEED_PROBLEMS, 'history_expired', 'source_exists', 'already_tracked']

export const linkPlaceOf = (params: { workbook_id: string; link_id: string }) => ({
  workbookId: params.workbook_id,
  linkId: params.link_id,
})

const VersionInfo = NamedObject('FileVersion', {
  n: Type.Integer(),
  kind: OneOf(VERSION_KINDS),
  modified_by: Nullable(Type.String()),
  modified: Nullable(Time),
  synced_at: Time,
  snapshot_id: Nullable(WireId('snap')),
})

const presentVersion = ({ n, kind, modifiedBy, modifiedAt, syncedAt, snapshotId }: LinkVersion) => ({
  n,
  kind,
  modified_by: modifiedBy,
  modified: modifiedAt?.toISOString() ?? null,
  synced_at: syncedAt.toISOString(),
  snapshot_id: snapshotId && toWireId('snap', snapshotId),
})

export const FileLinkInfo = NamedObject('FileLink', {
  link_id: WireId('fl'),
  name: Type.String(),
  kind: OneOf(['cloud', 'local']),
  provider: Nullable(OneOf(FILE_PROVIDERS)),
  external_id: Nullable(Type.String()),
  origin: Type.String(),
  source_name: Type.String(),
  current_version: Type.Integer(),
  versions: Type.Array(VersionInfo),
  created_at: Time,
})

export const presentFileLink = (link: FileLink) => ({
  link_id: toWireId('fl', link.linkId),
  name: link.name,
  kind: link.kind,
  provider: link.provider,
  external_id: link.externalId,
  origin: link.origin,
  source_name: link.sourceName,
  current_version: link.currentVersion,
  versions: link.versions.map(presentVersion),
  created_at: link.createdAt.toISOString(),
})

export const FedInfo = NamedObject('FedFile', {
  changed: Type.Boolean(),
  version: Nullable(VersionInfo),
  link: FileLinkInfo,
  artifacts: Type.Array(ArtifactSummary),
  quarantined: QuarantinedInfo,
  ...OVERWRITTEN_FIELDS,
})

export const presentFed = ({ link, version, artifacts, settled, ...fed }: Fed) => ({
  changed: version !== null,
  version: version && presentVersion(version),
  link: presentFileLink(link),
  artifacts: artifacts.map(presentArtifact),
  quarantined: presentQuarantined(settled),
  ...presentOverwritten(fed),
})
