import { Type } from 'typebox'
import type { UsageDay } from '../../../people/usage/account-usage.store.ts'
import { readUsageSeries } from '../../../people/usage/read-usage-series.ts'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import { Day, Id, NamedObject, Nullable, WireId } from '../../../platform/http/schema.ts'
import { toWireId } from '../../../platform/ids.ts'

const Bucket = NamedObject('UsageBucket', {
  date: Day,
  requests: Type.Integer(),
  ops: Type.Integer(),
  credits: Type.Integer(),
  storage_bytes: Nullable(Type.Integer({ description: 'At the last sample of the day; null: there is none' })),
  tables: Nullable(Type.Integer()),
})

const presentBucket = ({ date, requests, ops, credits, storageBytes, tables }: UsageDay) => ({
  date,
  requests,
  ops,
  credits,
  storage_bytes: storageBytes,
  tables,
})

export const usageSeriesEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: '/api/control/account/usage/series',
    operation: 'readUsageSeries',
    summary: 'What an account used on each UTC day; days without activity are left out',
    scope: 'account:read',
    query: Type.Object({
      days: Type.Integer({ minimum: 1, maximum: 365, default: 30 }),
      account_id: Type.Optional(Id('acc')),
    }),
    status: 200,
    response: Type.Object({ account_id: WireId('acc'), days: Type.Integer(), buckets: Type.Array(Bucket) }),
    problems: ['out_of_reach', 'not_found'],
    handle: async ({ ctx, query }) => {
      const { accountId, days, buckets } = await readUsageSeries(ctx, query.account_id, query.days)
      return { account_id: toWireId('acc', accountId), days, buckets: buckets.map(presentBucket) }
    },
  }),
]
