import { AUTHENTICATION_SENTENCES } from '../interface-sentences/authentication.ts'
import { type NamedTest, type Sentence, serverTests } from '../sentences/sentence.ts'

const say = (section: string, sentence: string, ...tests: NamedTest[]): Sentence => ({ section, sentence, tests })

const authentication = serverTests('people/credentials/authentication')
const device = serverTests('people/sessions/device/device')
const keys = serverTests('people/credentials/keys')
const mint = serverTests('people/credentials/mint')
const oidc = serverTests('people/sessions/oidc/oidc')
const refresh = serverTests('people/sessions/refresh')
const sessionTokens = serverTests('people/sessions/session-token')
const sessions = serverTests('people/sessions/sessions')
const tokens = serverTests('people/credentials/tokens')

/** Every rule of authentication: those of the interface, and those of the contract's C7. */
export const AUTH_SENTENCES: readonly Sentence[] = [
  ...AUTHENTICATION_SENTENCES,
  say(
    'C7 headers',
    'Authorization: Bearer works on both planes for all three kinds.',
    authentication('planes and credentials > the data plane takes a personal access token as a bearer'),
    authentication('planes and credentials > the control plane takes an account key'),
    authentication("planes and credentials > the control plane takes the owner's session"),
    authentication('planes and credentials > account keys with workbook scopes work on the data plane'),
  ),
  say(
    'C7 headers',
    'X-API-Key is accepted on the control plane.',
    authentication('planes and credentials > a key may be sent as X-API-Key on the control plane, and only there'),
  ),
  say(
    'C7 headers',
    'The prefix of a credential identifies its kind.',
    authentication('planes and credentials > the data plane takes a personal access token as a bearer'),
    authentication('planes and credentials > the control plane takes an account key'),
  ),
  say(
    'C7 headers',
    'Account keys holding workbooks scopes work on /api/v1 too.',
    authentication('planes and credentials > account keys with workbook scopes work on the data plane'),
  ),
  say(
    'C7 headers',
    'Only an HMAC under a server pepper is stored.',
    authentication('planes and credentials > only a keyed hash of a secret is stored'),
    refresh('what lets a user in is stored nowhere, and not logged either'),
  ),
  say(
    'C7 headers',
    'The CRC lets scanners reject fakes.',
    authentication('planes and credentials > a token with a wrong checksum is refused'),
  ),
  say(
    'C7 login',
    'Registering answers 201, the same as login.',
    sessions('registration > a new user is logged in, with the same answer as a login'),
  ),
  say(
    'C7 login',
    'Registration may be switched off; the first user on an empty instance is always allowed.',
    sessions(
      'registration > on a closed instance the first user may register and no one after, even if all come at once',
    ),
  ),
  say(
    'C7 login',
    'Logging in answers the access token, its life, the refresh token and the user.',
    sessions('login > tells who logged in and gives the browser a cookie that scripts and other sites cannot use'),
  ),
  say(
    'C7 login',
    'The refresh token is also a cookie: svc_refresh, HttpOnly, Secure, SameSite=Lax, Path=/api/auth.',
    sessions('login > tells who logged in and gives the browser a cookie that scripts and other sites cannot use'),
  ),
  say(
    'C7 login',
    'A wrong pair gives 401 invalid_credentials, the same answer for an unknown e-mail.',
    sessions('login > an unknown address and a wrong password get the same answer'),
  ),
  say(
    'C7 login',
    'It takes the same time for an unknown e-mail.',
    sessions('login > an unknown address takes as long as a wrong password'),
  ),
  say(
    'C7 login',
    '10 failures per e-mail and IP per 15 minutes give 429.',
    sessions(
      'login > of twenty wrong passwords at once on two nodes ten are answered; then even the right one has to wait',
    ),
    sessions('login > after 15 minutes the failures are forgotten'),
  ),
  say(
    'C7 login',
    'Refreshing takes the cookie or the body and answers as login; refresh tokens rotate.',
    refresh('refreshing > a refresh token is good for one renewal; its successor for the next'),
    refresh('refreshing > the cookie does as well, but only when a page of the service asks'),
  ),
  say(
    'C7 login',
    'A refresh token is good for 30 days, sliding.',
    refresh('refreshing > a renewal is good for 30 days from now, and a token past its days is refused'),
  ),
  say(
    'C7 login',
    'A session ends after 90 days.',
    refresh('refreshing > however often it is renewed, a session ends after 90 days'),
  ),
  say(
    'C7 login',
    'Reuse of a rotated refresh token revokes the session.',
    refresh(
      'refreshing > a refresh token that comes back ends the session for good: every token of it is dead at once',
    ),
  ),
  say(
    'C7 login',
    'Logging out answers 204.',
    refresh('logging out > takes a user who is logged in'),
    refresh('logging out > cannot be forced on a user by another site'),
  ),
  say(
    'C7 login',
    'OIDC start answers 302 with PKCE, state and nonce; the callback 302 with the cookie.',
    oidc(
      'a login at an identity provider > sends the browser there with PKCE, state and nonce, and back to where it came from, logged in',
    ),
    oidc('the way back > with a code of another person fails at the provider: the code belongs to the verifier'),
    oidc('the way back > is open to the browser that left and to no other: no one can be logged in as another person'),
  ),
  say(
    'C7 login',
    'The device flow hands out codes that live 600 s at an interval of 5 s.',
    device('a program gets two codes: a long one to keep and a short one to show'),
    device('after ten minutes both codes are good for nothing'),
  ),
  say(
    'C7 login',
    'The device exchanges its code for tokens, or learns authorization_pending, slow_down, expired_token or access_denied.',
    device('a person without a session types the code, signs in, allows the program, and it is in as that person'),
    device('a program that was sent away learns so'),
    device('a program that asks too often is slowed down by five seconds each time'),
    device('after ten minutes both codes are good for nothing'),
  ),
  say(
    'C7 login',
    'Access tokens are JWTs: EdDSA, iss, sub, aud, sid, iat, exp 15 minutes, kid; keys at /.well-known/jwks.json.',
    sessionTokens('access tokens are JWTs that anyone can verify with the published keys'),
    sessionTokens('access tokens are refused when their algorithm, key, audience, issuer or time is not ours'),
  ),
  say(
    'C7 login',
    'A session holds every scope, cloud-files:read included.',
    authentication('scopes > cloud-files:read is on for logins and must be explicit on tokens'),
    keys("minting keys > the owner's session may mint anything"),
  ),
  say(
    'C7 lifetime',
    'A token lives 90 days when expires_in_days is omitted or null; expires_at is always in the response.',
    tokens('minting tokens > a token lives 90 days when nothing is said'),
  ),
  say(
    'C7 lifetime',
    'Within 14 days of expiry every response carries X-SVC-Token-Expires.',
    tokens('minting tokens > within 14 days of expiry every response says when'),
  ),
  say('C7 lifetime', 'Keys do not expire unless revoked.', keys('minting keys > keys do not expire unless revoked')),
  say(
    'C7 lifetime',
    'Expired or revoked gives 401.',
    tokens('minting tokens > an expired token gives 401'),
    tokens('minting tokens > a revoked token gives 401 at once, and revoking it again is fine'),
  ),
  say(
    'C7 minting',
    'POST /me/tokens takes a session or a token.',
    authentication('planes and credentials > a logged-in session may mint tokens too'),
    tokens('minting tokens > a token mints only a subset of its own scopes and reach'),
  ),
  say(
    'C7 minting',
    'A token mints only a subset of its own scopes and reach.',
    tokens('minting tokens > a token mints only a subset of its own scopes and reach'),
    mint('a minted credential never exceeds its issuer, nor does one it mints in turn'),
  ),
  say(
    'C7 minting',
    'A token never mints a later expiry than its own.',
    tokens('minting tokens > a token mints none that outlives it or may call more often'),
  ),
]
