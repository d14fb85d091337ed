import { Type } from 'typebox'
import { type Profile, type ProfiledColumn, readProfile } from '../../../core/tables/profile/read-profile.ts'
import { AsOf, etagOf, placeOf } from '../../../core/tables/tables.schema.ts'
import { formatColumnType } from '../../../engine/table/column-type.ts'
import { encodeValue } from '../../../engine/values/values.ts'
import { Answer, endpoint } from '../../../platform/http/endpoint.ts'
import { Id, NamedObject, Nullable, Time } from '../../../platform/http/schema.ts'

const Count = Type.Integer({ minimum: 0 })

const ColumnBody = NamedObject('ColumnProfile', {
  name: Type.String(),
  type: Type.String(),
  masked: Type.Boolean({ description: 'A masked column has nothing but its name and type' }),
  null_count: Type.Optional(Count),
  null_ratio: Type.Optional(Type.Number()),
  distinct_count: Type.Optional(Count),
  distinct_exact: Type.Optional(Type.Boolean()),
  min: Type.Optional(Type.Unknown()),
  max: Type.Optional(Type.Unknown()),
  mean: Type.Optional(Nullable(Type.Number())),
  stddev: Type.Optional(Nullable(Type.Number())),
  quantiles: Type.Optional(Nullable(Type.Object({ p25: Type.Unknown(), p50: Type.Unknown(), p75: Type.Unknown() }))),
  histogram: Type.Optional(
    Nullable(
      Type.Array(Count, { description: 'Values in twenty equal parts between min and max; of numbers and days' }),
    ),
  ),
  top_values: Type.Optional(Type.Array(Type.Object({ value: Type.Unknown(), count: Count }))),
  min_length: Type.Optional(Nullable(Count)),
  max_length: Type.Optional(Nullable(Count)),
  leading_zero_count: Type.Optional(Nullable(Count)),
  patterns: Type.Optional(Type.Array(Type.Object({ pattern: Type.String(), count: Count }))),
})

const ProfileBody = NamedObject('Profile', {
  name: Type.String(),
  edit_version: Type.Integer(),
  row_count: Count,
  sampled: Type.Boolean({
    description: 'Quantiles, patterns and the choice of top values come from some of the rows; other counts are of all',
  }),
  columns: Type.Array(ColumnBody),
  computed_at: Time,
})

function presentColumn(rowCount: number, { column: { name, type }, profile }: ProfiledColumn) {
  const about = { name, type: formatColumnType(type), masked: profile === null }
  if (!profile) return about
  const value = (canonical: string | null | undefined) => encodeValue(type, canonical ?? null)
  const [p25, p50, p75] = profile.quantiles ?? []
  return {
    ...about,
    null_count: profile.nullCount,
    null_ratio: rowCount === 0 ? 0 : profile.nullCount / rowCount,
    distinct_count: profile.distinctCount,
    distinct_exact: profile.isDistinctExact,
    min: value(profile.min),
    max: value(profile.max),
    mean: profile.mean,
    stddev: profile.stddev,
    quantiles: profile.quantiles && { p25: value(p25), p50: value(p50), p75: value(p75) },
    histogram: profile.histogram && [...profile.histogram],
    top_values: profile.topValues.map((top) => ({ value: value(top.value), count: top.count })),
    min_length: profile.minLength,
    max_length: profile.maxLength,
    leading_zero_count: profile.leadingZeros,
    patterns: profile.patterns ?? [],
  }
}

const presentProfile = (profile: Profile) => ({
  name: profile.name,
  edit_version: profile.editVersion,
  row_count: profile.rowCount,
  sampled: profile.isSampled,
  columns: profile.columns.map((column) => presentColumn(profile.rowCount, column)),
  computed_at: profile.computedAt.toISOString(),
})

export const profileEndpoints = [
  endpoint({
    method: 'GET',
    path: '/api/v1/workbooks/{workbook_id}/tables/{name}/profile',
    operation: 'profileTable',
    summary: 'What the values of each column look like: counts, extremes, quantiles, frequent values, patterns',
    description: 'In patterns A and a stand for letters, x for letters without case, 9 for digits.',
    scope: 'workbooks:read',
    reach: { workbook: 'viewer' },
    params: Type.Object({ workbook_id: Id('wb'), name: Type.String() }),
    query: Type.Object({
      columns: Type.Optional(Type.String({ minLength: 1, description: 'Names, separated by commas' })),
      as_of: AsOf,
    }),
    status: 200,
    response: ProfileBody,
    problems: ['unknown_column', 'history_expired', 'query_timeout', 'unavailable'],
    handle: async ({ ctx, params, query }) => {
      const profile = await readProfile(ctx, { ...placeOf(params), asOf: query.as_of }, query.columns)
      return new Answer(200, presentProfile(profile), etagOf(profile.editVersion))
    },
  }),
]
