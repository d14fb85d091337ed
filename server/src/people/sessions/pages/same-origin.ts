import type { PublicContext } from '../../../platform/context.ts'
import { foreignOrigin } from '../sessions.errors.ts'

/**
 * Browsers send cookies along with what other sites make them send; then the browser itself says who asked. No site
 * can forge these two headers.
 */
export function refuseIfForeign({ settings }: PublicContext, headers: Readonly<Record<string, string | undefined>>) {
  if (headers['sec-fetch-site'] === 'same-origin') return
  if (headers.origin !== undefined && headers.origin === new URL(settings.baseUrl).origin) return
  throw foreignOrigin()
}
