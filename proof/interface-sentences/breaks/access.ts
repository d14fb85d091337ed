import { breakIn } from './break-in.ts'

/** Breaks of authentication, of the control plane, and of what a credential sees. */
const permission = breakIn('server/src/people/accounts/permission.ts')
const mint = breakIn('server/src/people/credentials/mint.ts')
const minting = breakIn('server/src/people/credentials/mint-credential.ts')
const workspacesStore = breakIn('server/src/people/accounts/workspaces/workspaces.store.ts')
const closing = breakIn('server/src/people/closing/close-account.ts')
const credentialsStore = breakIn('server/src/people/credentials/credentials.store.ts')
const configure = breakIn('server/src/people/companies/policies/configure-workspace.ts')

export const ACCESS_BREAKS = [
  permission(
    'Authentication: rule 4: write includes read, within one resource',
    "(scope === 'workbooks:read' && held.has('workbooks:write'))",
    'false',
  ),
  permission(
    'Authentication: rule 6: the resource of a workbook reaches that one',
    'return place.workbookId === reach.workbookId',
    'return true',
  ),
  permission(
    'Authentication: rule 4: no scope stands for another',
    'return needed.filter((scope) => !holds(held, scope))',
    'return held.size > 0 ? [] : [...needed]',
  ),
  minting(
    'Authentication: rule 8: a token without scopes reads workbooks',
    "request.scopes ?? (['workbooks:read'] as const)",
    "request.scopes ?? (['workbooks:write'] as const)",
  ),
  mint(
    'Authentication: rule 9: a key mints no scope that it lacks',
    'const excess: string[] = missingScopes(issuer.scopes, minted.scopes)',
    'const excess: string[] = missingScopes(issuer.scopes, [])',
  ),
  mint(
    'Authentication: rule 10: a pinned key manages keys of the same pin, and itself',
    "return caller.reach.kind === 'account' || isSameReach(caller.reach, other.reach)",
    'return true',
  ),
  breakIn('server/src/doors/http/credentials/tokens-and-keys.routes.ts')(
    'Authentication: rule 12: a key has its own rate: 600 a minute unless said, 1 to 10000',
    'maximum: 10_000, default: 600 }',
    'maximum: 10_000, default: 60 }',
  ),
  workspacesStore(
    'Authentication: rule 7: a new workbook is in the oldest workspace unless one is named',
    ".orderBy('workspaceId')\n    .limit(1)",
    ".orderBy('workspaceId', 'desc')\n    .limit(1)",
  ),
  closing(
    'Endpoints: control plane: confirm is the name of the account, to the letter',
    'if (confirm !== account.name) throw confirmMismatch()',
    'if (confirm.toLowerCase() !== account.name.toLowerCase()) throw confirmMismatch()',
  ),
  closing(
    'Endpoints: control plane: never the default account',
    "if (account.kind === 'default') throw defaultAccount()",
    '',
  ),
  closing(
    'Endpoints: control plane: a balance below the floor is written off',
    'if (overage >= SETTLEMENT_FLOOR)',
    'if (overage > 0)',
  ),
  credentialsStore(
    'Endpoints: control plane: keys are revoked, then workspaces and workbooks deleted, then the account',
    'updateRevokedOfAccount(tx: Tx, accountId: string): Promise<number> {',
    'updateRevokedOfAccount(tx: Tx, accountId: string): Promise<number> {\n  if (accountId) return 0',
  ),
  configure(
    'Endpoints: control plane: PATCH workspace: only the fields that are sent',
    '...(residency === undefined ? {} : { residency }),',
    'residency: residency ?? null,',
  ),
  credentialsStore(
    'Endpoints: control plane: DELETE workspace: an empty managed one; pinned keys are revoked',
    'updateRevokedByPin(tx: Tx, workspaceId: string): Promise<number> {',
    'updateRevokedByPin(tx: Tx, workspaceId: string): Promise<number> {\n  if (workspaceId) return 0',
  ),
  breakIn('server/src/people/accounts/workspaces/workspace.ts')(
    'Endpoints: control plane: PUT roles: built-in names are reserved',
    'roles.filter((role) => RESERVED_ROLES.has(role))',
    'roles.filter(() => RESERVED_ROLES.size === 0)',
  ),
  breakIn('server/src/people/accounts/accounts.ts')(
    'Endpoints: control plane: GET accounts: keys see their own alone',
    "if (ctx.caller.kind !== 'session') return [await readAccount(ctx)]",
    '',
  ),
  breakIn('server/src/doors/http/usage/usage-series.routes.ts')(
    'Endpoints: control plane: GET usage series: 30 days unless said, a bucket a day',
    'default: 30',
    'default: 7',
  ),
  breakIn('server/src/doors/http/catalog/search.routes.ts')(
    'Endpoints: identity, discovery, jobs: GET search: 20 unless said',
    'limit: Limit(20, 100)',
    'limit: Limit(21, 100)',
  ),
  breakIn('server/src/doors/http/queries/queries.routes.ts')(
    'Endpoints: identity, discovery, jobs: GET result: 1000 rows from 0 unless said',
    'limit: Limit(1_000, MOST_JSON_ROWS)',
    'limit: Limit(500, MOST_JSON_ROWS)',
  ),
  breakIn('server/src/core/catalog/search/search-question.ts')(
    'Endpoints: identity, discovery, jobs: GET search: names, descriptions and columns',
    'description: [candidate.description],',
    'description: [],',
  ),
]
