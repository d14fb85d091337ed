import { Type } from 'typebox'
import { readTokenUsage } from '../../../people/credentials/usage.ts'
import { endpoint } from '../../../platform/http/endpoint.ts'
import { Day, NamedObject, Nullable, WireId } from '../../../platform/http/schema.ts'
import { toWireId } from '../../../platform/ids.ts'

const TokenUsage = NamedObject('TokenUsage', {
  token_id: WireId('tok'),
  name: Nullable(Type.String()),
  buckets: Type.Array(Type.Object({ date: Day, requests: Type.Integer() })),
})

export const usageEndpoints = [
  endpoint({
    method: 'GET',
    path: '/api/v1/me/usage',
    operation: 'readUsage',
    summary: 'Requests per token and UTC day',
    scope: 'any',
    query: Type.Object({ days: Type.Integer({ minimum: 1, maximum: 365, default: 30 }) }),
    status: 200,
    response: Type.Object({ days: Type.Integer(), tokens: Type.Array(TokenUsage) }),
    handle: async ({ ctx, query }) => {
      const usage = await readTokenUsage(ctx, query.days)
      return {
        days: query.days,
        tokens: usage.map(({ credentialId, name, buckets }) => ({
          token_id: toWireId('tok', credentialId),
          name,
          buckets,
        })),
      }
    },
  }),
]
