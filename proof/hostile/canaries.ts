import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'

/** Texts that are only readable in forbidden places. */
export type Canaries = {
  file: string
  /** The name of a file, which no statement names. */
  fileName: string
  environment: string
  tenant: string
  hiddenColumn: string
}

export type Leaks = { host: number; tenant: number }

export function newCanaries(): Canaries {
  const canary = (of: string) => `cnry-${of}-${randomBytes(12).toString('hex')}`
  return {
    file: canary('file'),
    fileName: canary('name'),
    environment: canary('environment'),
    tenant: canary('tenant'),
    hiddenColumn: canary('hidden'),
  }
}

/** Looks for what must not be known. Texts of the statements themselves do not count: the sender of a path knows it. */
export function leakFinder(canaries: Canaries, hostPaths: readonly string[]) {
  const { file, fileName, environment, tenant, hiddenColumn } = canaries
  const passwords = readFileSync('/etc/passwd', 'utf8').split('\n').filter(Boolean)
  const settings = readdirSync('/etc').map((name) => `/etc/${name}`)
  const ofHost = [...[file, fileName, environment].flatMap(spellings), ...passwords, ...settings, ...hostPaths]
  const ofTenants = [tenant, hiddenColumn].flatMap(spellings)
  return (said: string, known: readonly string[]): Leaks => {
    const sent = known.join('\n')
    const count = (facts: readonly string[]) =>
      facts.filter((fact) => said.includes(fact) && !sent.includes(fact)).length
    return { host: count(ofHost), tenant: count(ofTenants) }
  }
}

/** Forms in which a text can leak. Base64 without its last characters, which depend on what follows. */
function spellings(text: string): string[] {
  const bytes = Buffer.from(text)
  const hex = bytes.toString('hex')
  return [text, [...text].reverse().join(''), hex, hex.toUpperCase(), bytes.toString('base64').slice(0, -4)]
}
