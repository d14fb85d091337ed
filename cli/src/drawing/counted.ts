/** `1 row`, `2 rows`. */
export const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`
