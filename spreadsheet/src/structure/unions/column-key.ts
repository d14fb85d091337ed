/** What a column is called, however it is spelled: without width, case, spaces and marks. */
export function columnKey(name: string): string {
  const bare = name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\p{P}\p{S}]+/gu, '')
  return bare === '' ? name : bare
}
