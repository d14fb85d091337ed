/** The date of the contract that every response states. */
export const API_VERSION = '2026-11-01'
