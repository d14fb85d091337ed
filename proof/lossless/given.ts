/** A cell as it is put into a file; null is an empty one. */
export type Given =
  | { kind: 'text'; text: string }
  | { kind: 'number'; value: number; format: NumberFormat }
  | { kind: 'boolean'; value: boolean }
  | { kind: 'error'; code: string }
  | null

export type NumberFormat = 'General' | '0%' | 'yyyy/m/d' | 'yyyy/m/d h:mm:ss.000' | 'h:mm:ss'

export type GivenColumn = { name: string; cells: readonly Given[] }
