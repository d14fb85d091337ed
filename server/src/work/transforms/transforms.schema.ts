import { type Static, Type } from 'typebox'
import { Table } from '../../core/tables/table.schema.ts'
import { Choice, FreeRow, Name } from '../../core/tables/tables.schema.ts'
import { NamedObject, Nullish, OneOf, Time } from '../../platform/http/schema.ts'
import { toWireId } from '../../platform/ids.ts'
import type { TransformRequest } from './prepare-transform.ts'
import type { Recomputed } from './recompute/recompute.ts'
import { RUN_MODES, type RunMode } from './runs/run.ts'
import type { DoneRun, MadeTable } from './runs/run-transform.ts'
import { ARG_PATTERN, LANGUAGES, MATERIALIZED, type Transform } from './transform.ts'

const Flag = (standard: boolean, description: string) => Type.Optional(Type.Boolean({ default: standard, description }))

/** What a transform is, in a request. */
const CONTENT = {
  language: Choice(LANGUAGES),
  code: Type.String({
    minLength: 1,
    maxLength: 100_000,
    description:
      'In SQL one SELECT. In Python a function transform(tables) that returns a table: pyarrow, pandas or polars. It is given ' +
      'a dict of pyarrow tables by arg; with the annotation dict[str, pandas.DataFrame] or dict[str, polars.DataFrame] of these. ' +
      '{{ arg }} stands for the table that args binds to it.',
    examples: ['SELECT region, sum(amount) AS total FROM {{ orders }} GROUP BY region'],
  }),
  args: Type.Unsafe<Record<string, string>>({
    type: 'object',
    maxProperties: 100,
    propertyNames: { pattern: ARG_PATTERN, inWords: 'a letter or _, then at most 62 letters, digits and _' },
    additionalProperties: { type: 'string', minLength: 1, maxLength: 200 },
    description: 'For each placeholder the name of a table',
  }),
  key: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
      maxItems: 20,
      description:
        'Columns of the output by which its rows keep their ids from run to run; by all values when left out',
    }),
  ),
  description: Nullish(Type.String({ maxLength: 10_000 })),
  materialized: Choice(
    MATERIALIZED,
    'A view is stored and recomputed as a table is; only its kind tells them apart so far',
  ),
  run: Flag(true, 'Run it at once; else its output is stale until it is run'),
  async: Flag(false, 'Answer 202 with a job'),
  actor: Nullish(Type.String({ maxLength: 200 })),
}

export const NewTransform = NamedObject('NewTransform', {
  name: Name,
  ...CONTENT,
  replace: Flag(false, 'Takes the place of the transform that makes the table of this name'),
})
export const ReplacedTransform = NamedObject('ReplacedTransform', CONTENT)

type SentTransform = Static<typeof NewTransform>

export const requestIn = (
  sent: Omit<SentTransform, 'name' | 'replace'>,
  name: string,
  isReplacing: boolean,
): TransformRequest => ({
  name,
  isReplacing,
  language: sent.language ?? 'sql',
  code: sent.code,
  args: sent.args,
  keyColumns: sent.key ?? [],
  description: sent.description ?? null,
  materialized: (sent.materialized ?? 'table') satisfies Transform['materialized'],
  isRun: sent.run ?? true,
  actor: sent.actor ?? null,
})

export const TransformBody = NamedObject('Transform', {
  transform_id: Type.String(),
  name: Type.String(),
  language: OneOf(LANGUAGES),
  code: Type.Union([Type.String(), Type.Null()], { description: 'Null for callers who do not see all of its inputs' }),
  args: FreeRow,
  key: Type.Array(Type.String()),
  output: Type.String(),
  materialized: OneOf(MATERIALIZED),
  code_sha256: Type.String(),
  created_at: Time,
  updated_at: Time,
})

const Mode = Type.Unsafe<RunMode>({
  type: 'string',
  enum: [...RUN_MODES],
  description:
    'Over all rows of its inputs, or over those alone that have changed since the run before. Both end alike',
})

export const Made = NamedObject('MadeTable', {
  name: Type.String(),
  edit_version: Type.Integer(),
  row_count: Type.Integer(),
  elapsed_ms: Type.Integer(),
  mode: Mode,
})

export const Failed = NamedObject('FailedTransform', {
  name: Type.String(),
  error: Type.String(),
  stale: Type.Boolean(),
})

export const Outcome = NamedObject('TransformRun', {
  transform: TransformBody,
  run: Type.Union([
    Type.Object({
      op_id: Type.Integer(),
      row_count: Type.Integer(),
      elapsed_ms: Type.Integer(),
      logs: Type.String(),
      mode: Mode,
    }),
    Type.Null(),
  ]),
  table: Table,
  recomputed: Type.Array(Made, { description: 'Tables below that were rebuilt as well' }),
  failed: Type.Array(Failed, { description: 'Tables below that could not be; they stay stale' }),
})

/** `inputs`: what the tables of its args are called now. Its code is for those who see all that it sees. */
export const presentTransform = (transform: Transform, inputs: ReadonlyMap<string, string>, isSeen: boolean) => ({
  transform_id: toWireId('tf', transform.transformId),
  name: transform.name,
  language: transform.language,
  code: isSeen ? transform.code : null,
  args: Object.fromEntries(
    transform.args.map(({ arg, tableId }) => [arg, inputs.get(tableId) ?? toWireId('art', tableId)]),
  ),
  key: [...transform.keyColumns],
  output: transform.name,
  materialized: transform.materialized,
  code_sha256: transform.codeSha256.toString('hex'),
  created_at: transform.createdAt.toISOString(),
  updated_at: transform.updatedAt.toISOString(),
})

/** What it printed is for those who see all that it sees. */
export const presentRun = ({ opId, output }: DoneRun, isSeen: boolean) => ({
  op_id: opId,
  row_count: output.rowCount,
  elapsed_ms: output.elapsedMs,
  logs: isSeen ? output.logs : '',
  mode: output.mode,
})

export const presentMade = ({ name, editVersion, rowCount, elapsedMs, mode }: MadeTable) => ({
  name,
  edit_version: editVersion,
  row_count: rowCount,
  elapsed_ms: elapsedMs,
  mode,
})

export const presentRecomputed = ({ made, failed, skippedReports, isFresh }: Recomputed) => ({
  recomputed: made.map(presentMade),
  skipped_reports: skippedReports,
  failed: failed.map(({ name, error }) => ({ name, error, stale: true })),
  fresh: isFresh,
})
