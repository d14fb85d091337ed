import { Type } from 'typebox'
import {
  DOMAIN_IN_WORDS,
  DOMAIN_PATTERN,
  type Domain as DomainRow,
  recordName,
} from '../../../people/companies/domains/domain.ts'
import { claimDomain, readDomains, releaseDomain, verifyDomain } from '../../../people/companies/domains/domains.ts'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import { Id, NamedObject, Nullable, Nullish, Patterned, Time } from '../../../platform/http/schema.ts'

const Domain = NamedObject('Domain', {
  domain: Type.String(),
  record_name: Type.String({ description: 'Where the TXT record is to be' }),
  record_value: Type.String({ description: 'What it must say' }),
  created_at: Time,
  verified_at: Nullable(Time),
})

const presentDomain = ({ domain, challenge, createdAt, verifiedAt }: DomainRow) => ({
  domain,
  record_name: recordName(domain),
  record_value: challenge,
  created_at: createdAt.toISOString(),
  verified_at: verifiedAt?.toISOString() ?? null,
})

const params = Type.Object({ domain: Type.String({ maxLength: 253 }) })
const query = Type.Object({ account_id: Type.Optional(Id('acc')) })
const bySession = { scope: 'any', callers: ['session'] } as const

export const domainEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: '/api/control/account/domains',
    operation: 'listDomains',
    summary: 'Domains of mail addresses that an account holds, and those it has claimed',
    scope: 'account:read',
    query,
    status: 200,
    response: Type.Object({ domains: Type.Array(Domain) }),
    problems: ['out_of_reach', 'not_found'],
    handle: async ({ ctx, query }) => ({ domains: (await readDomains(ctx, query.account_id)).map(presentDomain) }),
  }),
  endpoint({
    method: 'POST',
    path: '/api/control/account/domains',
    operation: 'claimDomain',
    summary: 'Claim a domain; the answer says which TXT record proves that you hold it',
    ...bySession,
    body: Type.Object({
      domain: Patterned(DOMAIN_PATTERN, DOMAIN_IN_WORDS, { minLength: 3, maxLength: 253 }),
      account_id: Nullish(Id('acc')),
    }),
    status: 201,
    response: Domain,
    problems: ['session_required', 'limit_reached', 'not_found'],
    handle: async ({ ctx, body }) => presentDomain(await claimDomain(ctx, body.account_id, body.domain)),
  }),
  endpoint({
    method: 'POST',
    path: '/api/control/account/domains/{domain}/verify',
    operation: 'verifyDomain',
    summary: 'Look for the TXT record of a claimed domain',
    description:
      'Once a domain is verified, people whose addresses lie in it are let into the workspaces of the account as its identity provider says: by SCIM, and by the groups that it names at a login.',
    ...bySession,
    params,
    query,
    status: 200,
    response: Domain,
    problems: ['session_required', 'domain_unverified', 'name_taken', 'too_many_logins', 'not_found'],
    handle: async ({ ctx, params, query }) => presentDomain(await verifyDomain(ctx, query.account_id, params.domain)),
  }),
  endpoint({
    method: 'DELETE',
    path: '/api/control/account/domains/{domain}',
    operation: 'releaseDomain',
    summary: 'Give a domain up; members stay members',
    ...bySession,
    params,
    query,
    status: 204,
    problems: ['session_required', 'not_found'],
    handle: async ({ ctx, params, query }) => releaseDomain(ctx, query.account_id, params.domain),
  }),
]
