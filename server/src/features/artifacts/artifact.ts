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

/** The suffix stays whole; the stem is cut by characters where both do not fit. */
export function suffixedName(stem: string, suffix: string): string {
  return [...stem].slice(0, MOST_NAME_CHARACTERS - [...suffix].length).join('') + suffix
}

/** A name of a path may be an artifact's id instead. */
export function artifactIdIn(name: string): string | null {
  const id = fromWireId('art', name)
  return id === NO_ID ? null : id
}
