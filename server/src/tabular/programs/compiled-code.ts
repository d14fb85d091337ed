/** A process that only leaves its code behind takes what it saves so many others. */
const WORTH_STARTS = 4

type Known = { starts: number; isThere: boolean }

/** By folder. */
const known = new Map<string, Known>()

/**
 * V8 compiles a program again in each process, which is a quarter of its start and of the work on a small file. What it made of it in one
 * that saw nothing of a user's is read by those that follow: the folder of it, or undefined as long as there is none. `leaveCode` fills the folder.
 */
export async function compiledCode(folder: string, leaveCode: () => Promise<boolean>): Promise<string | undefined> {
  const program = known.get(folder) ?? { starts: 0, isThere: false }
  known.set(folder, program)
  program.starts += 1
  // Without it processes start too, only slower: what failed once is not tried again.
  if (program.starts === WORTH_STARTS) program.isThere = await leaveCode().catch(() => false)
  return program.isThere ? folder : undefined
}
