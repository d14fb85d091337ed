import type { Block } from '../layout/block.ts'
import type { Maker } from '../layout/maker.ts'

/** A way in which offices lay sheets out. */
export type Shape = { name: string; make: (maker: Maker) => Block }

export const shape = (name: string, make: Shape['make']): Shape => ({ name, make })
