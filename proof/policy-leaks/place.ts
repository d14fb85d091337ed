import type { Person } from '../../server/test/person.ts'
import type { RunningService } from '../../server/test/start-service.ts'
import type { People } from './callers.ts'
import type { Canary } from './canaries.ts'

export const TAG = 'secret'
/** Rows of the table when it is made; further canaries come with edits. */
export const FIRST_ROWS = 5
/** The label under which the editor wrote before anything was hidden. */
export const EDITOR_SESSION = 'before the policy'

/** Values that a policy will hide. */
export type Planted = {
  columnName: Canary
  texts: readonly Canary[]
  numbers: readonly Canary[]
  dates: readonly Canary[]
}

export type LeakWorkbook = {
  service: RunningService
  url: string
  owner: Person
  people: People
  workspace: string
  workbookId: string
  /** The address of the workbook. */
  at: string
}
