/** 1 row, 2 rows. */
export const countOf = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`

/** The form of a verb that goes with so many: is, are. */
export const agreeing = (count: number, one: string, many: string) => (count === 1 ? one : many)
