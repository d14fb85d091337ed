let isEven = false

/**
 * Node 24 writes a byte behind what it has allocated when it decodes UTF-16 from an odd place and an odd number of bytes, and
 * dies of it sooner or later. SheetJS asks for that in broken files: the half character at the end is left out before. It
 * changes the whole process, so only one that reads such files asks for it.
 */
export function decodeEvenUtf16Only(): void {
  if (isEven) return
  isEven = true
  const decode = Buffer.prototype.toString
  Buffer.prototype.toString = function (this: Buffer, encoding?: BufferEncoding, start = 0, end = this.length): string {
    if (encoding !== 'utf16le' && encoding !== 'ucs2') return decode.call(this, encoding, start, end)
    const length = Math.min(end, this.length) - start
    return decode.call(this, encoding, start, start + length - (length % 2))
  }
}
