import type { PublicContext } from '../../platform/context.ts'
import { foreignPage } from './mcp.errors.ts'

/** Programs send no Origin. A browser does, and then it must be a page of ours: the protocol demands it. */
export function refuseForeignPage(
  { settings }: PublicContext,
  { origin }: Readonly<Record<string, string | undefined>>,
) {
  if (origin !== undefined && origin !== new URL(settings.baseUrl).origin) throw foreignPage()
}
