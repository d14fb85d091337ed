/** Rows in Arrow's streaming format. `toArrowTable` of `@bindery-data/sdk/arrow` makes a table of them, with apache-arrow. */
export type ArrowAnswer = { readonly stream: ReadableStream<Uint8Array>; bytes: () => Promise<Uint8Array> }

export function arrowAnswerOf(response: Response): ArrowAnswer {
  return {
    get stream() {
      return response.body ?? new Blob([]).stream()
    },
    bytes: async () => new Uint8Array(await response.arrayBuffer()),
  }
}
