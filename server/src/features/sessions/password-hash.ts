import { hash, verify } from '@node-rs/argon2'

/** What OWASP asks of argon2id: 19 MiB, two passes, one lane. The package's standard algorithm is argon2id. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** In characters. */
export const PASSWORD_LENGTH = { minLength: 12, maxLength: 200 }

export function hashPassword(password: string): Promise<string> {
  return hash(spelling(password), COST)
}

/** Takes as long for a user that does not exist (null) as for one that does: argon2 runs once either way. */
export async function isPassword(passwordHash: string | null, password: string): Promise<boolean> {
  if (passwordHash !== null) return verify(passwordHash, spelling(password))
  await hashPassword(password)
  return false
}

/** Keyboards differ in how they compose the same characters. */
const spelling = (password: string) => password.normalize('NFKC')
