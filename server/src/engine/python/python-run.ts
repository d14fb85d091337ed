import type { RunQuestion, SqlRun } from '../reading/sql-run.ts'

/** What a transform in Python is asked: its code in the place of SQL. How long it may take is the same for all. */
export type PythonQuestion = Omit<RunQuestion, 'sql' | 'timeoutMs'> & { code: string }

/** Python that has run: its rows are waiting for their ids. `logs`: what it printed. */
export type PythonRun = SqlRun & { logs: string }

/** Runs the Python of transforms, each in a sandboxed process of its own that is given its inputs and nothing else. */
export type PythonRunner = {
  /** False where the runtime or the sandbox is missing: Python never runs without. */
  isOn(): Promise<boolean>
  /** Which columns it answers with, found out by running it on its inputs without their rows. Throws PythonRefused. */
  plan(question: Omit<PythonQuestion, 'previous'>): Promise<Pick<PythonRun, 'columns' | 'dependencies'>>
  /** Throws PythonRefused, and SqlRefused for what is wrong with `keyColumns`. The process ends before the work begins. */
  run<T>(question: PythonQuestion, work: (run: PythonRun) => Promise<T>): Promise<T>
}

/** What is wrong with a user's Python, in words that help to mend it. Lines count from 1. */
export type PythonProblem = {
  message: string
  line: number | null
  /** Lines of the user's own code and no other. */
  traceback: string | null
  suggestion: string | null
  logs: string
}

/** The code failed, and it is for its author to say why. */
export class PythonRefused extends Error {
  readonly problem: PythonProblem

  constructor(problem: PythonProblem) {
    super(problem.message)
    this.problem = problem
  }
}
