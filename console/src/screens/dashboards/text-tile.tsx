/** Lines, of which those behind a # are headings. */
export function TextTile({ text }: { text: string }) {
  return (
    <div className="tile-text">
      {text.split('\n').map((line, n) =>
        line.startsWith('#') ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name.
          <h3 key={n}>{line.replace(/^#+\s*/, '')}</h3>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above.
          <p key={n}>{line}</p>
        ),
      )}
    </div>
  )
}
