/** One sentence of the interface's section Authentication, or of the contract's C7, with the tests that hold it. */
export type AuthSentence = {
  rule: string
  sentence: string
  /** Titles of tests. */
  tests: readonly string[]
}

const say = (rule: string, sentence: string, ...tests: string[]): AuthSentence => ({ rule, sentence, tests })

export const AUTH_SENTENCES: readonly AuthSentence[] = [
  say(
    '1',
    'The data plane authenticates with a personal access token as a bearer.',
    'the data plane takes a personal access token as a bearer',
    'a credential in the query string is not read',
  ),
  say('1', 'A logged-in session may also mint tokens.', 'a logged-in session may mint tokens too'),
  say('2', 'The control plane authenticates with an account key.', 'the control plane takes an account key'),
  say('2', "The control plane authenticates with the owner's session.", "the control plane takes the owner's session"),
  say(
    '3',
    'The signed upload URL is authenticated by the signature alone.',
    'a slot takes the bytes of a large file at its signed address, and a source is made of them',
    'an address that was altered opens no slot',
  ),
  say(
    '4',
    'Scopes are resource × action permissions, independent, with no umbrella scope.',
    'scopes are independent: no scope stands for another',
  ),
  say('4', 'Within one resource write implies read.', 'within one resource write implies read'),
  say('4', 'Deleting a workbook needs workbooks:delete.', 'deleting a workbook needs workbooks:delete'),
  say(
    '4',
    'Restoring a snapshot and reverting a version need workbooks:delete.',
    'restoring a snapshot and reverting a version need workbooks:delete',
  ),
  say(
    '4',
    'cloud-files:read is on by default for logins and must be explicit on tokens.',
    'cloud-files:read is on for logins and must be explicit on tokens',
  ),
  say('4', 'Workspace provisioning needs workspaces:create.', 'workspace provisioning needs workspaces:create'),
  say('4', 'Key minting needs keys:mint.', 'key minting needs keys:mint'),
  say(
    '4',
    'Billing operations need billing:manage.',
    'billing takes the scope billing:manage, and a key pays for its own account only',
  ),
  say(
    '5',
    'A token or key is bound to exactly one account.',
    'a token is bound to exactly one account',
    "somebody else's account is not there",
  ),
  say(
    '5',
    "Minting from a session targets the default account unless account_id names one of the user's developer accounts.",
    'minting from a session targets the default account unless account_id names a developer account of the user',
  ),
  say('5', 'GET /api/v1/me reports account_id and account_name.', 'GET /api/v1/me reports account_id and account_name'),
  say(
    '6',
    'resource account (the default) reaches everything under the account.',
    'resource account reaches everything under the account, and it is what a token gets when none is named',
  ),
  say('6', 'resource workbook:<id> reaches that workbook only.', 'resource workbook:<id> reaches that workbook only'),
  say(
    '6',
    "resource workspace:<id> reaches that workspace's workbooks; creations land there.",
    "resource workspace:<id> reaches that workspace's workbooks, and creations land there",
  ),
  say(
    '6',
    'Reach is set by resource alone; scopes set what the key may do.',
    'reach is set by resource alone: more scopes reach no further',
    'a resource the user cannot see cannot be named',
  ),
  say(
    '6',
    'Naming a workspace_id outside reach gives 403 for listing and creation alike.',
    'naming a workspace_id outside reach gives 403 for listing and creation alike',
  ),
  say(
    '7',
    "A create without workspace_id lands in the oldest workspace of the token's account.",
    'a create without workspace_id lands in the oldest workspace of the account',
  ),
  say('7', 'A developer account with no workspace gives 409.', 'a developer account with no workspace gives 409'),
  say(
    '8',
    'When scopes are not given they default to workbooks:read.',
    'scopes that are not given default to workbooks:read',
  ),
  say(
    '8',
    'The plaintext token is returned exactly once, in the creation response.',
    'the plaintext of a token is returned once, when it is created',
  ),
  say(
    '9',
    "A key minted by a key cannot exceed the issuer's scopes.",
    "a key minted by a key cannot exceed the issuer's scopes",
    'a minted credential never exceeds its issuer, nor does one it mints in turn',
  ),
  say(
    '9',
    "A key minted by a key cannot reach outside the issuer's resource.",
    "a key minted by a key cannot reach outside the issuer's resource",
  ),
  say('9', "The owner's session may mint anything.", "the owner's session may mint anything"),
  say(
    '9',
    'workspace_id on key creation pins the key to that workspace: its workbooks on the data plane.',
    "workspace_id pins a key: on the data plane to that workspace's workbooks",
  ),
  say(
    '9',
    'workspace_id on key creation pins the key to that workspace alone on the control plane.',
    'a pinned key sees that workspace alone on the control plane',
  ),
  say(
    '10',
    "The owner's session and account-scoped keys manage every key on the account.",
    "the owner's session and account-wide keys manage every key of the account",
  ),
  say(
    '10',
    'A pinned key manages only keys pinned the same way, plus itself.',
    'a pinned key manages only keys pinned the same way, plus itself',
  ),
  say(
    '11',
    "Creating sibling accounts needs the owner's session.",
    'creating sibling accounts needs the session of the owner',
  ),
  say(
    '11',
    "Provisioning a workspace needs an account-scoped credential or the owner's session; a workspace-pinned key cannot.",
    "provisioning a workspace needs an account-scoped credential or the owner's session; a pinned key cannot",
  ),
  say(
    '12',
    'Each key carries rate_limit_per_minute (default 600, range 1..10000).',
    'each key carries a rate limit: 600 when nothing is said, 1 to 10000 otherwise',
  ),

  say(
    'C7 headers',
    'Authorization: Bearer works on both planes for all three kinds.',
    'the data plane takes a personal access token as a bearer',
    'the control plane takes an account key',
    "the control plane takes the owner's session",
    'account keys with workbook scopes work on the data plane',
  ),
  say(
    'C7 headers',
    'X-API-Key is accepted on the control plane.',
    'a key may be sent as X-API-Key on the control plane, and only there',
  ),
  say(
    'C7 headers',
    'The kinds are told apart by their prefix.',
    'the data plane takes a personal access token as a bearer',
    'the control plane takes an account key',
  ),
  say(
    'C7 headers',
    'Account keys holding workbooks scopes work on /api/v1 too.',
    'account keys with workbook scopes work on the data plane',
  ),
  say(
    'C7 headers',
    'Only an HMAC under a server pepper is stored.',
    'only a keyed hash of a secret is stored',
    'what lets somebody in is stored nowhere, and not logged either',
  ),
  say('C7 headers', 'The CRC lets scanners reject fakes.', 'a token with a wrong checksum is refused'),
  say(
    'C7 login',
    'Registering answers 201, the same as login.',
    'whoever registers is logged in, with the same answer as a login',
  ),
  say(
    'C7 login',
    'Registration may be switched off; the first user on an empty instance is always allowed.',
    'on a closed instance the first user may register and nobody after, even if all come at once',
  ),
  say(
    'C7 login',
    'Logging in answers the access token, its life, the refresh token and the user.',
    'tells who logged in and gives the browser a cookie that scripts and other sites cannot use',
  ),
  say(
    'C7 login',
    'The refresh token is also a cookie: svc_refresh, HttpOnly, Secure, SameSite=Lax, Path=/api/auth.',
    'tells who logged in and gives the browser a cookie that scripts and other sites cannot use',
  ),
  say(
    'C7 login',
    'A wrong pair gives 401 invalid_credentials, the same answer for an unknown e-mail.',
    'an unknown address and a wrong password get the same answer',
  ),
  say(
    'C7 login',
    'It takes the same time for an unknown e-mail.',
    'an unknown address takes as long as a wrong password',
  ),
  say(
    'C7 login',
    '10 failures per e-mail and IP per 15 minutes give 429.',
    'of twenty wrong passwords at once on two nodes ten are answered; then even the right one has to wait',
    'after 15 minutes the failures are forgotten',
  ),
  say(
    'C7 login',
    'Refreshing takes the cookie or the body and answers as login; refresh tokens rotate.',
    'a refresh token is good for one renewal; its successor for the next',
    'the cookie does as well, but only when a page of the service asks',
  ),
  say(
    'C7 login',
    'A refresh token is good for 30 days, sliding.',
    'a renewal is good for 30 days from now, and a token past its days is refused',
  ),
  say('C7 login', 'A session ends after 90 days.', 'however often it is renewed, a session ends after 90 days'),
  say(
    'C7 login',
    'Reuse of a rotated refresh token revokes the session.',
    'a refresh token that comes back ends the session for good: every token of it is dead at once',
  ),
  say(
    'C7 login',
    'Logging out answers 204.',
    'takes somebody who is logged in',
    'cannot be forced on somebody by another site',
  ),
  say(
    'C7 login',
    'OIDC start answers 302 with PKCE, state and nonce; the callback 302 with the cookie.',
    'sends the browser there with PKCE, state and nonce, and back to where it came from, logged in',
    'with a code of somebody else fails at the provider: the code belongs to the verifier',
    'is open to the browser that left and to no other: nobody can be logged in as somebody else',
  ),
  say(
    'C7 login',
    'The device flow hands out codes that live 600 s at an interval of 5 s.',
    'a program gets two codes: a long one to keep and a short one to show',
    'after ten minutes both codes are good for nothing',
  ),
  say(
    'C7 login',
    'The device exchanges its code for tokens, or learns authorization_pending, slow_down, expired_token or access_denied.',
    'a person without a session types the code, signs in, allows the program, and it is in as that person',
    'a program that was sent away learns so',
    'a program that asks too often is slowed down by five seconds each time',
    'after ten minutes both codes are good for nothing',
  ),
  say(
    'C7 login',
    'Access tokens are JWTs: EdDSA, iss, sub, aud, sid, iat, exp 15 minutes, kid; keys at /.well-known/jwks.json.',
    'access tokens are JWTs that anyone can verify with the published keys',
    'access tokens are refused when their algorithm, key, audience, issuer or time is not ours',
  ),
  say(
    'C7 login',
    'A session holds every scope, cloud-files:read included.',
    'cloud-files:read is on for logins and must be explicit on tokens',
    "the owner's session may mint anything",
  ),
  say(
    'C7 lifetime',
    'A token lives 90 days when expires_in_days is omitted or null; expires_at is always in the response.',
    'a token lives 90 days when nothing is said',
  ),
  say(
    'C7 lifetime',
    'Within 14 days of expiry every response carries X-SVC-Token-Expires.',
    'within 14 days of expiry every response says when',
  ),
  say('C7 lifetime', 'Keys do not expire unless revoked.', 'keys do not expire unless revoked'),
  say(
    'C7 lifetime',
    'Expired or revoked gives 401.',
    'an expired token gives 401',
    'a revoked token gives 401 at once, and revoking it again is fine',
  ),
  say(
    'C7 minting',
    'POST /me/tokens takes a session or a token.',
    'a logged-in session may mint tokens too',
    'a token mints only a subset of its own scopes and reach',
  ),
  say(
    'C7 minting',
    'A token mints only a subset of its own scopes and reach.',
    'a token mints only a subset of its own scopes and reach',
    'a minted credential never exceeds its issuer, nor does one it mints in turn',
  ),
  say(
    'C7 minting',
    'A token never mints a later expiry than its own.',
    'a token mints none that outlives it or may call more often',
  ),
]
