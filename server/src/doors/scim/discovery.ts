import { MOST_RESULTS } from '../../people/companies/scim/list-records.ts'
import { placeOf, type Resource } from '../../people/companies/scim/scim-schemas.ts'

/** What a client learns about the service before it sends anything, RFC 7643 5 and 6. */

export const providerConfig = (baseUrl: string): Resource => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  documentationUri: `${baseUrl}/docs`,
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MOST_RESULTS },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Key of the account',
      description: 'A key with the scope scim, as a bearer token',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${baseUrl}/scim/v2/ServiceProviderConfig` },
})

export const resourceTypes = (baseUrl: string): Resource[] =>
  (['User', 'Group'] as const).map((name) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    id: name,
    name,
    description: name === 'User' ? 'A person of the company' : 'A group of such people',
    endpoint: new URL(placeOf(baseUrl, name)).pathname.replace(/^.*\/scim\/v2/, ''),
    schema: `urn:ietf:params:scim:schemas:core:2.0:${name}`,
    meta: { resourceType: 'ResourceType', location: `${baseUrl}/scim/v2/ResourceTypes/${name}` },
  }))
