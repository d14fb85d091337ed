declare const visible: unique symbol

/**
 * The value of a cell that the caller of this request may see, as JSON carries it. Only the lens of governance makes one
 * (`core/reading/visible-value.ts`): an answer or a problem that quotes a raw value does not compile.
 */
export type VisibleValue = { readonly [visible]: true }
