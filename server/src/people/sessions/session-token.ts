import { createPublicKey, type KeyObject } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK, type JWK, jwtVerify, SignJWT } from 'jose'
import type { Keyring } from '../../platform/keyring.ts'

/** The access token of a session: a JWT, EdDSA, 15 minutes. */
export const ACCESS_SECONDS = 900
const AUDIENCE = 'svc'

type SigningKey = { kid: string; privateKey: KeyObject; publicKey: KeyObject; jwk: JWK }

/** Derived once per keyring; the newest signs, all verify. */
const known = new WeakMap<Keyring, Promise<SigningKey[]>>()

function signingKeys(keyring: Keyring): Promise<SigningKey[]> {
  const keys = known.get(keyring) ?? Promise.all(keyring.signingKeys('session').map(describe))
  known.set(keyring, keys)
  return keys
}

async function describe(privateKey: KeyObject): Promise<SigningKey> {
  const publicKey = createPublicKey(privateKey)
  const jwk = await exportJWK(publicKey)
  const kid = await calculateJwkThumbprint(jwk)
  return { kid, privateKey, publicKey, jwk: { ...jwk, kid, alg: 'EdDSA', use: 'sig' } }
}

export async function publicKeySet(keyring: Keyring): Promise<{ keys: JWK[] }> {
  return { keys: (await signingKeys(keyring)).map(({ jwk }) => jwk) }
}

export async function signAccessToken(
  keyring: Keyring,
  issuer: string,
  { userId, sessionId }: { userId: string; sessionId: string },
) {
  const [key] = await signingKeys(keyring)
  if (!key) throw new Error('impossible: a keyring without a signing key')
  return new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: 'EdDSA', kid: key.kid, typ: 'JWT' })
    .setIssuer(issuer)
    .setAudience(AUDIENCE)
    .setSubject(userId)
    .setIssuedAt()
    .setExpirationTime(`${ACCESS_SECONDS}s`)
    .sign(key.privateKey)
}

export type AccessClaims = { userId: string; sessionId: string; expiresAt: Date }

/** Only our own keys and our own algorithm are ever tried, whatever the token's header says. */
export async function readAccessToken(
  keyring: Keyring,
  issuer: string,
  token: string,
): Promise<AccessClaims | 'invalid' | 'expired'> {
  const keys = await signingKeys(keyring)
  try {
    const { payload } = await jwtVerify(
      token,
      ({ kid }) => {
        const key = keys.find((candidate) => candidate.kid === kid)
        if (!key) throw new Error('unknown key')
        return key.publicKey
      },
      { issuer, audience: AUDIENCE, algorithms: ['EdDSA'], typ: 'JWT', requiredClaims: ['exp', 'sub', 'sid'] },
    )
    return {
      userId: String(payload.sub),
      sessionId: String(payload.sid),
      expiresAt: new Date(Number(payload.exp) * 1000),
    }
  } catch (error) {
    return (error as { code?: string }).code === 'ERR_JWT_EXPIRED' ? 'expired' : 'invalid'
  }
}
