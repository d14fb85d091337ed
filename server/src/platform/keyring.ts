import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPrivateKey,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'

/** What a key is for. Each purpose has a key of its own, so that none can stand in for another. */
export type KeyPurpose =
  | 'credential'
  | 'session'
  | 'login'
  | 'cursor'
  | 'idempotency'
  | 'upload'
  | 'audit'
  | 'link'
  | 'webhook'
  | 'drive'
  | 'mask'

/** Every key of the service, derived from its secret: nothing to store, the same on every node. */
export class Keyring {
  readonly #secrets: readonly [string, ...string[]]
  readonly #derived = new Map<string, KeyObject>()

  constructor(secrets: readonly [string, ...string[]]) {
    this.#secrets = secrets
  }

  /** HMAC-SHA256 under the current key of that purpose. */
  sign(purpose: KeyPurpose, text: string | Buffer): Buffer {
    return createHmac('sha256', this.#key(purpose, 0)).update(text).digest()
  }

  /** The same under every accepted key, newest first: what was signed before a rotation is still found. */
  signatures(purpose: KeyPurpose, text: string | Buffer): Buffer[] {
    return this.#secrets.map((_, n) => createHmac('sha256', this.#key(purpose, n)).update(text).digest())
  }

  /** AES-256-GCM; `about` is bound to the box, so that it opens nowhere else. */
  seal(purpose: KeyPurpose, plain: Buffer, about: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv('aes-256-gcm', this.#key(purpose, 0), nonce).setAAD(Buffer.from(about))
    return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
  }

  open(purpose: KeyPurpose, box: Buffer, about: string): Buffer {
    for (let n = 0; n < this.#secrets.length; n++) {
      const plain = openWith(this.#key(purpose, n), box, about)
      if (plain) return plain
    }
    throw new Error(`a ${purpose} box cannot be opened: it was altered, or its secret key is no longer configured`)
  }

  /** Ed25519 private keys, newest first. */
  signingKeys(purpose: KeyPurpose): [KeyObject, ...KeyObject[]] {
    const [current, ...older] = this.#secrets.map((_, n) => ed25519(this.#key(purpose, n).export()))
    if (!current) throw new Error('impossible: a keyring without a secret')
    return [current, ...older]
  }

  #key(purpose: KeyPurpose, n: number): KeyObject {
    const id = `${purpose}/${n}`
    const known = this.#derived.get(id)
    if (known) return known
    const key = createSecretKey(Buffer.from(hkdfSync('sha256', this.#secrets[n] ?? '', '', `svc/${purpose}`, 32)))
    this.#derived.set(id, key)
    return key
  }
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

function openWith(key: KeyObject, box: Buffer, about: string): Buffer | undefined {
  // A shorter tag would be taken, too, and is guessed the sooner.
  if (box.length < NONCE_BYTES + TAG_BYTES) return undefined
  const nonce = box.subarray(0, NONCE_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(about))
  decipher.setAuthTag(box.subarray(-TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(box.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
  } catch {
    // Not this key's box; the caller tries the next.
    return undefined
  }
}

/** RFC 8410: the 32 bytes of an Ed25519 seed behind their fixed PKCS#8 header. */
function ed25519(seed: Buffer): KeyObject {
  const header = Buffer.from('302e020100300506032b657004220420', 'hex')
  return createPrivateKey({ key: Buffer.concat([header, seed]), format: 'der', type: 'pkcs8' })
}
