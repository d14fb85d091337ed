/**
 * Stored cells that the caller may not be allowed to see. They can be kept and handed on, never printed: JSON and template
 * strings throw. A class, because a private member stays closed at run time too.
 */
export class Sealed<T> {
  readonly #content: T

  constructor(content: T) {
    this.#content = content
  }

  /** For the lens of governance and for what writes to storage; a house rule keeps all other code from calling it. */
  static open<T>(sealed: Sealed<T>): T {
    return sealed.#content
  }

  toJSON(): never {
    throw new Error('impossible: sealed cells in an answer')
  }

  toString(): never {
    throw new Error('impossible: sealed cells in a text')
  }
}

export const seal = <T>(content: T): Sealed<T> => new Sealed(content)

export const openSealed = <T>(sealed: Sealed<T>): T => Sealed.open(sealed)
