import type { Stage } from '../stage.ts'

export async function reachExpiredAndFull(_: Stage): Promise<void> {}
