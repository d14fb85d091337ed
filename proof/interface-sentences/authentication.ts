import { sayIn, serverTests } from '../sentences/sentence.ts'

/** Authentication: rules 1 to 12. The proof `auth` runs their tests at every change. */
const say = sayIn('Authentication')

const authentication = serverTests('people/credentials/authentication')
const billing = serverTests('people/billing/billing')
const keys = serverTests('people/credentials/keys')
const mint = serverTests('people/credentials/mint')
const reach = serverTests('people/credentials/reach')
const tokens = serverTests('people/credentials/tokens')
const uploads = serverTests('work/sources/upload/uploads')

export const AUTHENTICATION_SENTENCES = [
  say(
    'rule 1: the data plane takes a personal access token',
    authentication('planes and credentials > the data plane takes a personal access token as a bearer'),
    authentication('planes and credentials > a credential in the query string is not read'),
  ),
  say(
    'rule 1: a session mints tokens as well',
    authentication('planes and credentials > a logged-in session may mint tokens too'),
  ),
  say(
    'rule 2: the control plane takes an account key',
    authentication('planes and credentials > the control plane takes an account key'),
  ),
  say(
    'rule 2: the control plane takes the session of the owner',
    authentication("planes and credentials > the control plane takes the owner's session"),
  ),
  say(
    'rule 3: the address of an upload slot needs its signature and nothing else',
    uploads('a slot takes the bytes of a large file at its signed address, and a source is made of them'),
    uploads('an address that was altered opens no slot'),
  ),
  say(
    'rule 4: no scope stands for another',
    authentication('scopes > scopes are independent: no scope stands for another'),
  ),
  say(
    'rule 4: write includes read, within one resource',
    authentication('scopes > within one resource write implies read'),
  ),
  say(
    'rule 4: workbooks:delete deletes workbooks',
    authentication('scopes > deleting a workbook needs workbooks:delete'),
  ),
  say(
    'rule 4: workbooks:delete restores snapshots and reverts versions',
    authentication('scopes > restoring a snapshot and reverting a version need workbooks:delete'),
  ),
  say(
    'rule 4: a login may read drives, a token only when it says so',
    authentication('scopes > cloud-files:read is on for logins and must be explicit on tokens'),
  ),
  say(
    'rule 4: workspaces:create provisions workspaces',
    authentication('scopes > workspace provisioning needs workspaces:create'),
  ),
  say('rule 4: keys:mint mints keys', authentication('scopes > key minting needs keys:mint')),
  say(
    'rule 4: billing:manage pays',
    billing('billing takes the scope billing:manage, and a key pays for its own account only'),
  ),
  say(
    'rule 5: a credential belongs to one account',
    authentication('one account > a token is bound to exactly one account'),
    authentication('one account > the account of another user is not there'),
  ),
  say(
    'rule 5: a session mints for its default account unless another of its own is named',
    authentication(
      'one account > minting from a session targets the default account unless account_id names a developer account of the user',
    ),
  ),
  say(
    'rule 5: me tells the account of the credential',
    authentication('one account > GET /api/v1/me reports account_id and account_name'),
  ),
  say(
    'rule 6: the resource account, the default, reaches all of it',
    reach(
      'reach > resource account reaches everything under the account, and it is what a token gets when none is named',
    ),
  ),
  say(
    'rule 6: the resource of a workbook reaches that one',
    reach('reach > resource workbook:<id> reaches that workbook only'),
  ),
  say(
    'rule 6: the resource of a workspace reaches its workbooks, and new ones land in it',
    reach("reach > resource workspace:<id> reaches that workspace's workbooks, and creations land there"),
  ),
  say(
    'rule 6: scopes do not widen reach',
    reach('reach > reach is set by resource alone: more scopes reach no further'),
    reach('reach > a resource the user cannot see cannot be named'),
  ),
  say(
    'rule 6: a workspace out of reach gives 403, listing and creating',
    reach('reach > naming a workspace_id outside reach gives 403 for listing and creation alike'),
  ),
  say(
    'rule 7: a new workbook is in the oldest workspace unless one is named',
    reach('reach > a create without workspace_id lands in the oldest workspace of the account'),
  ),
  say(
    'rule 7: without a workspace there is nowhere to create: 409',
    reach('reach > a developer account with no workspace gives 409'),
  ),
  say(
    'rule 8: a token without scopes reads workbooks',
    tokens('minting tokens > scopes that are not given default to workbooks:read'),
  ),
  say(
    'rule 8: the plaintext of a token is shown once',
    tokens('minting tokens > the plaintext of a token is returned once, when it is created'),
  ),
  say(
    'rule 9: a key mints no scope that it lacks',
    keys("minting keys > a key minted by a key cannot exceed the issuer's scopes"),
    mint('a minted credential never exceeds its issuer, nor does one it mints in turn'),
  ),
  say(
    'rule 9: a key mints no wider reach than its own',
    keys("minting keys > a key minted by a key cannot reach outside the issuer's resource"),
  ),
  say('rule 9: the session of the owner mints any key', keys("minting keys > the owner's session may mint anything")),
  say(
    'rule 9: a pinned key reaches the workbooks of its workspace',
    keys("minting keys > workspace_id pins a key: on the data plane to that workspace's workbooks"),
  ),
  say(
    'rule 9: a pinned key reaches its workspace alone on the control plane',
    keys('minting keys > a pinned key sees that workspace alone on the control plane'),
  ),
  say(
    'rule 10: the owner and unpinned keys manage all keys of the account',
    keys("minting keys > the owner's session and account-wide keys manage every key of the account"),
  ),
  say(
    'rule 10: a pinned key manages keys of the same pin, and itself',
    keys('minting keys > a pinned key manages only keys pinned the same way, plus itself'),
  ),
  say(
    'rule 11: sibling accounts are created by the session of the owner',
    keys('minting keys > creating sibling accounts needs the session of the owner'),
  ),
  say(
    'rule 11: a pinned key provisions no workspace',
    keys(
      "minting keys > provisioning a workspace needs an account-scoped credential or the owner's session; a pinned key cannot",
    ),
  ),
  say(
    'rule 12: a key has its own rate: 600 a minute unless said, 1 to 10000',
    keys('minting keys > each key carries a rate limit: 600 when nothing is said, 1 to 10000 otherwise'),
  ),
]
