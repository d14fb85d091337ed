/** Columns as node and engine process tell each other of them. */

/** A column as it is read; a masked one is NULL everywhere. */
export type ReadColumn = { id: number; type: string; isMasked: boolean }
export type NamedColumn = ReadColumn & { name: string }
export type WireColumn = { name: string; type: string }
