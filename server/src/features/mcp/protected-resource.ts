import type { Settings } from '../../platform/settings.ts'
import { GIVEN_SCOPES } from './oauth/authorization-request.ts'

/** What /mcp is, and who gives out credentials for it: metadata of a protected resource (RFC 9728). */
export const protectedResource = ({ baseUrl }: Settings) => ({
  resource: `${baseUrl}/mcp`,
  resource_name: 'Bindery',
  authorization_servers: [baseUrl],
  scopes_supported: GIVEN_SCOPES,
  bearer_methods_supported: ['header'],
  resource_documentation: `${baseUrl}/docs/api`,
})
