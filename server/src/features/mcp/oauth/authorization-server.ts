import type { Settings } from '../../../platform/settings.ts'
import { GIVEN_SCOPES } from './authorization-request.ts'

/** Who gives credentials to agents, and how: metadata of an authorization server (RFC 8414). */
export const authorizationServer = ({ baseUrl }: Settings) => ({
  issuer: baseUrl,
  authorization_endpoint: `${baseUrl}/api/auth/oauth/authorize`,
  token_endpoint: `${baseUrl}/api/auth/oauth/token`,
  registration_endpoint: `${baseUrl}/api/auth/oauth/register`,
  scopes_supported: GIVEN_SCOPES,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: ['none'],
  authorization_response_iss_parameter_supported: true,
})
