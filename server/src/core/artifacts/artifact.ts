import { fromWireId, NO_ID } from '../../platform/ids.ts'
import { invalidField } from './artifacts.errors.ts'

export type ArtifactKind = 'table' | 'view' | 'chart' | 'report'
export type ArtifactLayer = 'raw' | 'base' | 'derived'
export const ARTIFACT_STATES = ['active', 'archived'] as const
export type ArtifactState = (typeof ARTIFACT_STATES)[number]

export type Artifact = {
  workbookId: string
  artifactId: string
  kind: ArtifactKind
  layer: ArtifactLayer | null
  name: string
  state: ArtifactState
  description: string | null
  createdAt: Date
  updatedAt: Date
}

/** The service's own columns and names begin so, in any mixture of cases: SQL does not tell them apart. */
export const FREE_NAME_PATTERN = '^(?!__[sS][vV][cC]_)'
export const MOST_NAME_CHARACTERS = 200

/** What has rows, and answers under both `/artifacts/…` and `/tables/…`. */
export const hasRows = (kind: ArtifactKind) => kind === 'table' || kind === 'view'

/** One spelling per name: NFC. Composed it may be longer than it was sent. */
export function composedName(sent: string, loc: readonly (string | number)[]): string {
  const name = sent.normalize('NFC')
  if ([...name].length > MOST_NAME_CHARACTERS)
    throw invalidField(loc, 'maxLength', `must NOT have more than ${MOST_NAME_CHARACTERS} characters`)
  return name
}

/** Characters that show nothing, or change what stands beside them: controls, and marks of direction and of no width. */
const UNSEEN = /[\p{Cc}\p{Cf}\u2028\u2029\u115f\u1160\u3164\uffa0]/u

/** The name of something new. Names that were given before this rule keep working. */
export function checkedName(sent: string, loc: readonly (string | number)[]): string {
  const name = composedName(sent, loc)
  if (UNSEEN.test(name)) throw invalidField(loc, 'name', 'must not hold control, direction or zero-width characters')
  if (name.trim() !== name || name === '')
    throw invalidField(loc, 'name', 'must not be blank, nor begin or end with blanks')
  if (name === '.' || name === '..') throw invalidField(loc, 'name', 'must not be . or ..')
  return name
}

/** The nearest name that something new may have; empty where nothing is left. */
export function legalPart(name: string): string {
  const legal = name
    .replace(/[\s\p{Cc}\u2028\u2029]+/gu, (blanks) => (/[^\p{Zs}]/u.test(blanks) ? ' ' : blanks))
    .replace(new RegExp(UNSEEN, 'gu'), '')
    .trim()
  return legal === '.' || legal === '..' ? '' : legal
}

/** Names are the same without regard to case and width: `ＢＥ` is `be`. */
export const nameKey = (name: string) => name.normalize('NFKC').toLowerCase()

/** The suffix stays whole; the stem is cut by characters where both do not fit. */
export function suffixedName(stem: string, suffix: string): string {
  return [...stem].slice(0, MOST_NAME_CHARACTERS - [...suffix].length).join('') + suffix
}

/** A name of a path may be an artifact's id instead. */
export function artifactIdIn(name: string): string | null {
  const id = fromWireId('art', name)
  return id === NO_ID ? null : id
}
