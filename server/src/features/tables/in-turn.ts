/** The end of each workbook's queue on this node. */
const ends = new Map<string, Promise<unknown>>()

/**
 * Runs the work when everything before it in the same workbook has ended. PostgreSQL would queue them too, but waking
 * one waiter after another there costs more than half of the throughput.
 */
export async function inTurn<T>(workbookId: string, work: () => Promise<T>): Promise<T> {
  const before = ends.get(workbookId) ?? Promise.resolve()
  const result = before.then(work)
  // The next one waits for the end of this one, however it ends.
  const end = result.then(
    () => undefined,
    () => undefined,
  )
  ends.set(workbookId, end)
  try {
    return await result
  } finally {
    if (ends.get(workbookId) === end) ends.delete(workbookId)
  }
}
