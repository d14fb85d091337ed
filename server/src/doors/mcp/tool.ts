import type { Static, TObject } from 'typebox'
import type { Scope } from '../../platform/caller.ts'
import type { Agent } from './agent.ts'

/** What a client may tell its user before a call. All four are said: what is left out counts as destructive and open. */
export type Annotations = {
  readOnlyHint: boolean
  destructiveHint: boolean
  idempotentHint: boolean
  openWorldHint: boolean
}

/** Changes nothing. */
export const READS: Annotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
}
/** Brings something new; what was there stays as it was. */
export const ADDS: Annotations = { ...READS, readOnlyHint: false, idempotentHint: false }
/** Puts something in the place of what was there, and can be undone. */
export const CHANGES: Annotations = { ...ADDS, destructiveHint: true }
/** The same twice is the same as once. */
export const RENEWS: Annotations = { ...ADDS, idempotentHint: true }

/** How clients that show pages show an answer: rows, changes of cells, or how a file is read. */
export const VIEWS = ['grid', 'diff', 'reading'] as const
export type View = (typeof VIEWS)[number]

type Shape<I extends TObject, O extends TObject> = {
  name: string
  title: string
  /** For the agent: what it is for, when to take it, and what comes next. */
  description: string
  /** What a credential needs to be shown it; whether a call is allowed its endpoints decide. */
  scope: Scope
  /** What shows it too, where its endpoints do less for a credential that has no more. */
  lesserScope?: Scope
  annotations: Annotations
  /** Without one, its answers are for the agent alone. */
  view?: View
  /** The page may call it, to read on. */
  readsOn?: true
  input: I
  output: O
}

/** A tool as data. From it come the list that clients see, the check of arguments and of answers, and the table in the docs. */
export type Tool = Shape<TObject, TObject> & {
  run: (agent: Agent, args: Record<string, unknown>) => Promise<Record<string, unknown>>
}

export function tool<I extends TObject, O extends TObject>(
  definition: Shape<I, O> & { run: (agent: Agent, args: Static<I>) => Promise<Static<O>> },
): Tool {
  // What a tool does not know is a mistake that its agent should hear of.
  const input = { ...definition.input, additionalProperties: false }
  // Safe: a call is checked against `input` before it runs.
  return { ...definition, input: unnamed(input), output: unnamed(definition.output) } as unknown as Tool
}

/** Without the names that schemas have in the description of the API: an agent reads each tool by itself. */
const unnamed = (schema: object): unknown =>
  JSON.parse(JSON.stringify(schema, (key, value: unknown) => (key === 'typeName' ? undefined : value)))
