import { type Static, Type } from 'typebox'
import { invalidField } from '../../../core/artifacts/artifacts.errors.ts'
import type { OnViolation } from '../../../core/rules/writes-to-check.ts'
import { ExpectedVersion, ExpectedVersionText, expectedIn } from '../../../core/tables/tables.schema.ts'
import { Nullish } from '../../../platform/http/schema.ts'

/** The versions of tables that a caller has seen and lets a file replace, by the tables' names. */
export type ExpectedVersions = Readonly<Record<string, number>>

/** `only`: of the one table that the file makes; null declines the check, and left out nothing was said. */
export type LandingVersions = { tables: ExpectedVersions; only?: number | null }

/** What a caller says of the tables that a file lands over. */
export type LandingOptions = {
  versions?: LandingVersions
  /** What becomes of rows that break a rule; null: as the rules of the table say. */
  onViolation?: OnViolation | null
}

export const NO_VERSIONS: LandingVersions = { tables: {} }

const SAID =
  'Tables that were edited since the file made them, each with the edit_version you saw: the file replaces their rows. As JSON: {"sales": 3}'

const VersionsText = Nullish(Type.String({ maxLength: 100_000, description: SAID, examples: ['{"sales": 3}'] }))

/** In a form. */
export const LANDING_FIELDS = {
  expected_versions: VersionsText,
  expected_version: Type.Optional(ExpectedVersion),
}

/** In a body of JSON. */
export const LANDING_MEMBERS = {
  expected_versions: Nullish(Type.Record(Type.String(), Type.Integer(), { description: SAID })),
  expected_version: Type.Optional(ExpectedVersion),
}

/** In a query string, for requests without a body. */
export const LANDING_QUERY = {
  expected_versions: Type.Optional(Type.String({ maxLength: 100_000, description: SAID })),
  expected_version: Type.Optional(ExpectedVersionText),
}

const Fields = Type.Object(LANDING_FIELDS)
const Query = Type.Object(LANDING_QUERY)

const versionsInForm = ({ expected_versions, expected_version }: Static<typeof Fields>): LandingVersions => ({
  tables: versionsIn('body', expected_versions ?? null),
  ...onlyOf(expected_version),
})

type FormOptions = Static<typeof Fields> & { on_violation?: OnViolation | null }

export const landingOptionsIn = ({ on_violation, ...fields }: FormOptions): LandingOptions => ({
  versions: versionsInForm(fields),
  onViolation: on_violation ?? null,
})

const versionsInQuery = ({ expected_versions, expected_version }: Static<typeof Query>): LandingVersions => ({
  tables: versionsIn('query', expected_versions ?? null),
  ...(expected_version === undefined ? {} : { only: expectedIn(expected_version) }),
})

const Members = Type.Object(LANDING_MEMBERS)

export const landingOptionsInBody = ({
  expected_versions,
  expected_version,
}: Static<typeof Members>): LandingOptions => ({
  versions: { tables: composed(expected_versions ?? {}), ...onlyOf(expected_version) },
})

export const landingOptionsInQuery = (query: Static<typeof Query>): LandingOptions => ({
  versions: versionsInQuery(query),
})

function versionsIn(part: 'body' | 'query', text: string | null): ExpectedVersions {
  if (text === null || text === '') return {}
  const parsed = parseJson(text)
  const isMap = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
  const entries = isMap ? Object.entries(parsed) : []
  if (!isMap || entries.some(([, version]) => !Number.isSafeInteger(version)))
    throw invalidField([part, 'expected_versions'], 'type', 'must be a JSON object of whole numbers, as {"sales": 3}')
  return composed(Object.fromEntries(entries.map(([name, version]) => [name, Number(version)])))
}

const onlyOf = (version: number | null | undefined) => (version === undefined ? {} : { only: version })

const composed = (versions: ExpectedVersions): ExpectedVersions =>
  Object.fromEntries(Object.entries(versions).map(([name, version]) => [name.normalize('NFC'), version]))

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
