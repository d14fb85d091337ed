/** What a map keeps first where not everything fits. */
export const RANK = { sheet: 0, region: 1, finding: 2, total: 3, formula: 4, column: 5, note: 6, detail: 7 } as const
