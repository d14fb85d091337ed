import type { Caller, LinkHolder } from '../caller.ts'
import type { PublicContext } from '../context.ts'
import type { Endpoint } from './endpoint.ts'
import { unauthenticated } from './http.errors.ts'
import type { Parts } from './request/receive.ts'

/** A request in the shape its endpoint declares. */
type ReceivedParts = Parts & {
  headers: Record<string, string | undefined>
  raw: Buffer | undefined
  gone: AbortSignal
  inside: typeof fetch
  file: unknown
  files: readonly unknown[]
}
type Prepared = { value: unknown } | { error: unknown }

/** An error is kept for the handler's place: a repeated request gets its stored answer, whatever has changed since. */
export async function prepare(
  endpoint: Endpoint,
  ctx: PublicContext,
  caller: Caller | undefined,
  received: ReceivedParts,
): Promise<Prepared> {
  if (endpoint.scope === 'none' || !endpoint.prepare || !caller) return { value: undefined }
  try {
    return { value: await endpoint.prepare({ ...received, ctx: { ...ctx, caller } }) }
  } catch (error) {
    return { error }
  }
}

export function handle(
  endpoint: Endpoint,
  ctx: PublicContext,
  { caller, linkHolder }: { caller: Caller | undefined; linkHolder: LinkHolder | undefined },
  received: ReceivedParts,
  prepared: Prepared,
) {
  if (endpoint.scope === 'none') return endpoint.handle({ ...received, ctx })
  if (endpoint.scope === 'link') {
    if (!linkHolder) throw unauthenticated()
    return endpoint.handle({ ...received, ctx: { ...ctx, caller: linkHolder } })
  }
  if (!caller) throw unauthenticated()
  if ('error' in prepared) throw prepared.error
  return endpoint.handle({ ...received, ctx: { ...ctx, caller }, prepared: prepared.value })
}
