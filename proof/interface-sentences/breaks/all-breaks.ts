import type { PlantedBreak } from '../../sentences/planted-break.ts'
import { ACCESS_BREAKS } from './access.ts'
import { BODY_BREAKS } from './bodies.ts'
import { FILE_BREAKS } from './files.ts'
import { TABLE_BREAKS } from './tables.ts'

/** One at a time they make a sentence of the interface untrue. */
export const INTERFACE_BREAKS: readonly PlantedBreak[] = [
  ...ACCESS_BREAKS,
  ...TABLE_BREAKS,
  ...FILE_BREAKS,
  ...BODY_BREAKS,
]
