/** Why a file cannot be taken; the service turns it into a problem. */
export type FileProblem =
  /** Not a spreadsheet of a kind we read. */
  | 'unsupported'
  /** Of a kind we read, but broken. */
  | 'corrupt'
  /** Needs a password. */
  | 'encrypted'
  /** Unpacks to far more than it is. */
  | 'zip_bomb'
  /** More rows, columns or characters than the format allows. */
  | 'too_large'
  /** More columns than a table may have. */
  | 'too_many_columns'
  /** Not read within the time that a file may take, which says nothing about the file itself. */
  | 'too_slow'

/** What is wrong with a file, in words its sender understands. */
export class FileRefused extends Error {
  readonly problem: FileProblem

  constructor(problem: FileProblem, message: string) {
    super(message)
    this.problem = problem
  }
}
