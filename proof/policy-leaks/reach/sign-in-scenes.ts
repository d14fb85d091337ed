import type { Stage } from '../stage.ts'

export async function reachSignInProblems(_: Stage): Promise<void> {}
