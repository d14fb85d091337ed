/** A process that only leaves its code behind takes what it saves so many others. */
const WORTH_STARTS = 4

type Known = { starts: number; code: Buffer | null }

/** By program, for all nodes in this process. */
const known = new Map<string, Known>()

/**
 * V8 compiles a program again in each process, which is a quarter of its start and of the work on a small file. What it made of it in one
 * that saw nothing of a user's is read by those that follow; null as long as there is none. `leaveCode` starts that one.
 */
export async function compiledCode(program: string, leaveCode: () => Promise<Buffer | null>): Promise<Buffer | null> {
  const of = known.get(program) ?? { starts: 0, code: null }
  known.set(program, of)
  of.starts += 1
  // Without it processes start too, only slower: what failed once is not tried again.
  if (of.starts === WORTH_STARTS) of.code = await leaveCode().catch(() => null)
  return of.code
}
