import { breakIn } from './break-in.ts'

/** Breaks of limits, defaults and problem documents. */
const tokens = breakIn('server/src/doors/http/credentials/tokens-and-keys.routes.ts')
const columns = breakIn('server/src/doors/http/tables/columns.routes.ts')
const tables = breakIn('server/src/doors/http/tables/tables.routes.ts')
const a1 = breakIn('server/src/doors/http/tables/a1.routes.ts')
const annotations = breakIn('server/src/doors/http/tables/annotations.routes.ts')
const snapshots = breakIn('server/src/doors/http/snapshots/snapshots.routes.ts')

export const BODY_BREAKS = [
  tokens('Limits: a token lives 1 to 365 days', 'minimum: 1, maximum: 365', 'minimum: 1, maximum: 366'),
  tokens(
    'Limits: a key name has at most 120 characters',
    'Type.String({ maxLength: 120 })',
    'Type.String({ maxLength: 121 })',
  ),
  columns(
    'Limits: the type of a changed column has at most 50 characters',
    'Nullish(Type.String({ minLength: 1, maxLength: 50 }))',
    'Nullish(Type.String({ minLength: 1, maxLength: 200 }))',
  ),
  tables('Limits: a new table has 1 to 200 columns', 'maxItems: 200,', 'maxItems: 100,'),
  a1('Limits: a range has 2 to 30 characters', 'maxLength: 30, examples', 'maxLength: 31, examples'),
  a1(
    'Limits: a write of a range has 1 to 1000 rows of at most 1000 values',
    '{ minItems: 1, maxItems: 1000 }',
    '{ minItems: 1, maxItems: 1001 }',
  ),
  annotations(
    'Limits: 1 to 500 annotations or targets at once',
    'Type.Array(StyleAnnotation, { minItems: 1, maxItems: 500 })',
    'Type.Array(StyleAnnotation, { minItems: 1, maxItems: 499 })',
  ),
  snapshots(
    'Limits: a label has 1 to 120 characters, its summary at most 500',
    'Nullish(Type.String({ maxLength: 500 }))',
    'Nullish(Type.String({ maxLength: 501 }))',
  ),
  breakIn('server/src/doors/http/ops/ops.routes.ts')(
    'Limits: a page holds 200 entries of the audit log and 50 ops',
    'limit: Limit(50, 500)',
    'limit: Limit(100, 500)',
  ),
  breakIn('server/src/doors/http/policies/policies.routes.ts')(
    'Limits: a page holds 500 classifications and 500 policies',
    'limit: Limit(500, 2000)',
    'limit: Limit(100, 2000)',
  ),
  breakIn('server/src/doors/http/workbooks/workbooks.routes.ts')(
    'Limits: a page holds 50 workbooks',
    'limit: Limit(50, 200)',
    'limit: Limit(51, 200)',
  ),
  breakIn('server/src/work/snapshots/snapshot.ts')(
    'Resources: CommitSnapshotRequest: of type transform unless said',
    "USUAL_EVENT_TYPE = 'transform'",
    "USUAL_EVENT_TYPE = 'manual'",
  ),
  breakIn('server/src/platform/http/response/problem.ts')(
    'Errors: a refusal is a problem document with type, title, detail and suggested_fix',
    'suggested_fix: suggestedFix,',
    'fix: suggestedFix,',
  ),
  breakIn('server/src/platform/caller.ts')(
    'Resources: there are fourteen scopes, and no other',
    "'billing:manage',",
    '',
  ),
]
