/** The items from the first on whose sizes together are within the limit. */
export function firstFitting<T>(items: readonly T[], sizeOf: (item: T) => number, most: number): readonly T[] {
  let size = 0
  const end = items.findIndex((item) => {
    size += sizeOf(item)
    return size > most
  })
  return end < 0 ? items : items.slice(0, end)
}
