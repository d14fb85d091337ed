/** A way by which SQL of a caller comes in. Every list of hostile statements is sent through each of them. */
export type Door = {
  name: string
  /** What the placeholders of the statements stand for behind this door. */
  places: Readonly<Record<string, string>>
  /** Paths of the host that a caller behind this door may learn. */
  known: readonly string[]
  /** Sends statements one after another, as one caller would. Whatever they do, it resolves. */
  send: (statements: readonly string[]) => Promise<Outcome>
}

export type Outcome = {
  /** All results: answers, texts of errors, printed output, files that were left. */
  said: string
  /** `died`: the process ended by itself. */
  end: 'answered' | 'deadline' | 'memory' | 'died'
  /** Processes that lived on a second after the deadline. They are ended now. */
  survivors: number
  /** The most memory that was held, as a share of what is allowed. */
  memoryShare: number
}

/** The statements as they are sent through a door. */
export function fill(statements: readonly string[], places: Door['places']): string[] {
  return statements.map((sql) =>
    sql.replace(/\{([A-Z_]+)\}/g, (placeholder, name: string) => places[name] ?? placeholder),
  )
}
