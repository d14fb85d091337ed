import type { Stage } from './stage.ts'

/** Something a person does in the console, from its beginning to its result. Each begins with a person of its own. */
export type Flow = {
  /** A sentence about the product. */
  name: string
  /** Throws when it cannot be done. What it ends on is looked at by axe, in both languages and both themes. */
  run: (stage: Stage) => Promise<void>
  /** Kept as pictures of this name. */
  shot?: string
  /** `npm test` runs it, too: few do, and each is whole. */
  isTest?: true
  /** Statuses the flow is about: that a browser writes them down is no trouble then. */
  refusals?: readonly number[]
}
