import { Type } from 'typebox'
import { PublicLinks } from '../../../people/accounts/workspaces/workspaces.schema.ts'
import {
  type AccountPolicy,
  readAccountPolicy,
  setAccountPolicy,
} from '../../../people/companies/policies/account-policies.ts'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import { Id, NamedObject, Nullable, Nullish } from '../../../platform/http/schema.ts'

const SessionMinutes = Type.Integer({ minimum: 15, maximum: 129_600 })
const TokenDays = Type.Integer({ minimum: 1, maximum: 365 })

const Policy = NamedObject('AccountPolicy', {
  max_session_minutes: Nullable(SessionMinutes),
  max_token_days: Nullable(TokenDays),
  tokens_allowed: Type.Boolean(),
  public_links: PublicLinks,
})

const presentPolicy = ({ maxSessionMinutes, maxTokenDays, tokensAllowed, publicLinks }: AccountPolicy) => ({
  max_session_minutes: maxSessionMinutes,
  max_token_days: maxTokenDays,
  tokens_allowed: tokensAllowed,
  public_links: publicLinks,
})

const path = '/api/control/account/policy'
const query = Type.Object({ account_id: Type.Optional(Id('acc')) })

export const accountPolicyEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path,
    operation: 'getAccountPolicy',
    summary: 'What an account asks of sessions, tokens and links',
    scope: 'account:read',
    query,
    status: 200,
    response: Policy,
    problems: ['out_of_reach', 'not_found'],
    handle: async ({ ctx, query }) => presentPolicy(await readAccountPolicy(ctx, query.account_id)),
  }),
  endpoint({
    method: 'PUT',
    path,
    operation: 'setAccountPolicy',
    summary: 'Replace what an account asks of sessions, tokens and links',
    description:
      'It is about people of the account’s domains and those its identity provider keeps, and about personal access tokens that reach into the account. Sessions and tokens that exist end no later than it allows. `public_links` is about links to workbooks of its workspaces, also those that exist. Left out it stays; what else is null or left out is as the service has it.',
    scope: 'any',
    callers: ['session'],
    query,
    body: Type.Object({
      max_session_minutes: Nullish(SessionMinutes),
      max_token_days: Nullish(TokenDays),
      tokens_allowed: Type.Optional(Type.Boolean({ default: true })),
      public_links: Type.Optional(PublicLinks),
    }),
    status: 200,
    response: Policy,
    problems: ['session_required', 'not_found'],
    handle: async ({ ctx, query, body }) =>
      presentPolicy(
        await setAccountPolicy(ctx, query.account_id, {
          maxSessionMinutes: body.max_session_minutes ?? null,
          maxTokenDays: body.max_token_days ?? null,
          tokensAllowed: body.tokens_allowed ?? true,
          publicLinks: body.public_links,
        }),
      ),
  }),
]
