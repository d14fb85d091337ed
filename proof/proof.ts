/** A promise of proof/README.md or bench/README.md, and the program that measures whether it holds on the running service. */
export type Proof = {
  promise: string
  /** Judged at every change: its outcome does not depend on how busy the machine is. */
  isQuick: boolean
  /** About how long a run takes on two cores, its control included. The nightly makes its shards by it. */
  minutes: number
  /** The folders and files whose code it judges. Its figures are old once these have changed. */
  about: readonly string[]
  /** The limits that `holds` compares with, where README states a figure of this proof. */
  bars?: Readonly<Record<string, number>>
  /** Why it cannot be run as it was asked for; it then says so and measures nothing. */
  notRun?: () => string | null
  measure: (options: ProofOptions) => Promise<Figures>
  holds: (figures: Figures) => boolean
  /** The same measurement with the property broken on purpose; it must not hold, or the proof is blind. */
  control: (options: ProofOptions) => Promise<Figures>
}

export type ProofOptions = { isLong: boolean; say: (line: string) => void }

export type Figures = Readonly<Record<string, unknown>>
