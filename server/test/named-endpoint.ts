import { Type } from 'typebox'
import { endpoint } from '../src/platform/http/endpoint.ts'

/** An endpoint that takes a name and anything beside it, and does nothing: for tests of how requests are read. */
export const namedEndpoint = (path: string, maxBodyBytes?: number) =>
  endpoint({
    method: 'POST',
    path,
    operation: path,
    summary: 'Takes a name and anything beside it',
    scope: 'any',
    params: Type.Object({ id: Type.Optional(Type.String()) }),
    body: Type.Object({ name: Type.String(), free: Type.Optional(Type.Unknown()) }),
    ...(maxBodyBytes ? { maxBodyBytes } : {}),
    status: 204,
    handle: async () => undefined,
  })
