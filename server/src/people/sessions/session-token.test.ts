import { createHmac, generateKeyPairSync } from 'node:crypto'
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { startService } from '../../../test/service.ts'

const service = startService()

test('access tokens are JWTs that anyone can verify with the published keys', async () => {
  const person = await service.newPerson()
  const { body: keySet, headers } = await service.as(null)('GET', '/.well-known/jwks.json')

  const { payload, protectedHeader } = await jwtVerify(person.session, createLocalJWKSet(keySet), {
    issuer: 'http://bindery.test',
    audience: 'svc',
  })

  expect(protectedHeader).toMatchObject({ alg: 'EdDSA', kid: keySet.keys[0].kid })
  expect(payload).toMatchObject({
    iss: 'http://bindery.test',
    aud: 'svc',
    sub: person.userId,
    sid: expect.stringMatching(/^sess_[0-9A-Z]{26}$/),
  })
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(900)
  expect(Math.abs((payload.iat ?? 0) - Date.now() / 1000)).toBeLessThan(5)
  expect(keySet.keys[0]).not.toHaveProperty('d')
  expect(headers.get('cache-control')).toContain('max-age')
})

test('access tokens are refused when their algorithm, key, audience, issuer or time is not ours', async () => {
  const person = await service.newPerson()
  const claims = decodeJwt(person.session)
  const { kid } = decodeProtectedHeader(person.session)
  const { body: keySet } = await service.as(null)('GET', '/.well-known/jwks.json')
  const publicBytes = Buffer.from(keySet.keys[0].x, 'base64url')
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const own = generateKeyPairSync('ed25519')
  const unsigned = `${part({ alg: 'none', typ: 'JWT', kid })}.${part(claims)}.`
  const symmetric = (key: string | Buffer) => {
    const text = `${part({ alg: 'HS256', typ: 'JWT', kid })}.${part(claims)}`
    return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`
  }
  const foreign = await new SignJWT(claims)
    .setProtectedHeader({
      alg: 'EdDSA',
      typ: 'JWT',
      kid: kid ?? '',
      jwk: own.publicKey.export({ format: 'jwk' }) as never,
    })
    .sign(own.privateKey)
  const altered = person.session.replace(/\.[^.]+\./, `.${part({ ...claims, sub: 'usr_00000000000000000000000000' })}.`)

  for (const forged of [
    unsigned,
    symmetric(publicBytes),
    symmetric(JSON.stringify(keySet.keys[0])),
    foreign,
    altered,
  ]) {
    expect(await service.as(forged)('GET', '/api/v1/me/tokens')).toMatchObject({
      status: 401,
      body: { code: 'invalid_token' },
    })
  }
  expect((await person.call('GET', '/api/v1/me/tokens')).status).toBe(200)
})
