/** A long code to copy; a press on it selects all of it, for those whose browser does not let the button copy. */
export function CodeField({ text, label }: { text: string; label: string }) {
  return (
    <input
      className="code"
      readOnly
      dir="ltr"
      value={text}
      aria-label={label}
      onFocus={(event) => event.target.select()}
    />
  )
}
