import type { SqlProblem } from '../sql-question.ts'
import type { EngineFailure } from './protocol.ts'

/** The process ended before it answered. */
export class EngineDied extends Error {
  /** It was ended because an answer took too long. */
  readonly isLate: boolean

  constructor(reason: string, isLate: boolean) {
    super(`an engine process ended: ${reason}`)
    this.isLate = isLate
  }
}

/** The process lives and says that it could not. */
export class EngineFailed extends Error {
  readonly failure: EngineFailure
  readonly problem: SqlProblem | undefined

  constructor(failure: EngineFailure, message: string, problem?: SqlProblem) {
    super(message)
    this.failure = failure
    this.problem = problem
  }
}
