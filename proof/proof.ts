/** A promise of proof/README.md, and the program that measures whether it holds on the running service. */
export type Proof = {
  promise: string
  /** Judged at every change: its outcome does not depend on how busy the machine is. */
  isQuick: boolean
  /** Why it cannot be run as it was asked for; it then says so and measures nothing. */
  notRun?: () => string | null
  measure: (options: ProofOptions) => Promise<Figures>
  holds: (figures: Figures) => boolean
  /** The same measurement with the property broken on purpose; it must not hold, or the proof is blind. */
  control: (options: ProofOptions) => Promise<Figures>
}

export type ProofOptions = { isLong: boolean; say: (line: string) => void }

export type Figures = Readonly<Record<string, unknown>>
