import { breakIn } from './break-in.ts'

/** Breaks of sources, structuring, file links, events, jobs and webhooks. */
const analyze = breakIn('server/src/work/sources/parse-spec/analyze-source.ts')
const promote = breakIn('server/src/work/sources/ingest/promote-tables.ts')
const tracking = breakIn('server/src/work/file-links/track-file.ts')
const pushing = breakIn('server/src/work/file-links/push-version.ts')

export const FILE_BREAKS = [
  breakIn('server/src/work/sources/upload/upload-source.ts')(
    'Endpoints: workbooks and tables: POST sources: async answers 202 with a job',
    "if (isAsync && mode === 'auto') return {",
    "if (isAsync && mode === 'staged') return {",
  ),
  promote(
    'What the service does: rule 6: raw tables become archived and stay in the registry',
    "{ state: 'archived', name }",
    "{ state: 'active', name }",
  ),
  promote(
    'What the service does: rule 6: lineage leads from structured tables to raw ones',
    'await insertEdges(tx, workbookId, edgesBetween(sheets, structured.tables, opId))',
    '',
  ),
  breakIn('server/src/work/sources/ingest/structuring/structure-source.ts')(
    'Resources: source upload: off where structuring is switched off',
    "if (!isOn) return notStructured('off')",
    "if (!isOn) return notStructured('skipped')",
  ),
  analyze(
    'States: source: analyzing again raises the spec version and discards edits',
    ': { ...proposed, overrides: [] }',
    ': withOverrides(proposed, before?.overrides ?? [])',
  ),
  analyze(
    'Events: source.analyzed: analyze',
    'regions: spec.regions.length,\n        warnings',
    'regions: 0,\n        warnings',
  ),
  breakIn('server/src/work/sources/ingest/commit-tables.ts')(
    'Events: source.materialized: materialize',
    '.slice(0, MOST_NAMES)',
    '.slice(0, 0 * MOST_NAMES)',
  ),
  pushing(
    'States: file link: identical bytes cut no version',
    'if (sha256 === file.sha256) return { seenVersion: currentVersion, revision: null }',
    'void sha256',
  ),
  breakIn('server/src/work/file-links/revert-to-version.ts')(
    'States: file link: a revert is a new version and leaves the file of the drive',
    "{ kind: 'revert', ...edition }",
    "{ kind: 'sync', ...edition }",
  ),
  tracking(
    'Endpoints: workbooks and tables: POST local: auto refuses a file without a sheet in common',
    "if (onExisting === 'auto') await refuseIfUnlike(ctx, source, file)",
    '',
  ),
  tracking(
    'Endpoints: workbooks and tables: POST local: replace',
    "if (onExisting === 'replace') return",
    "if (onExisting === 'refuse') return",
  ),
  breakIn('server/src/core/events/webhooks/deliveries/signature.ts')(
    'Events: X-SVC-Signature is the HMAC-SHA256 of the body under the secret',
    'hmac(Buffer.from(secrets[0]), body)',
    'hmac(keyOf(secrets[0]), body)',
  ),
  breakIn('server/src/core/jobs/jobs.ts')(
    'Events: job.completed: the end of a job',
    "kind: 'job.completed', data }",
    "kind: 'artifact.stale', data }",
  ),
  breakIn('spreadsheet/src/structure/names/outputs-of.ts')(
    'What the service does: rule 7: the account tree is a table of its own',
    ", kind: 'accounts' },",
    ", kind: 'list' },",
  ),
]
