import type { ReceiptContent } from './receipt-content.ts'

/** The plain-text alternative of the message. */
export function receiptText(content: ReceiptContent): string {
  const { banner, title, returned, facts, ids, linesTitle, lines, sums, lasting, link, why } =
    content
  const parts = [
    banner === null ? [] : [banner],
    [title],
    returned === null ? [] : [...(returned.title === null ? [] : [returned.title]), returned.text],
    [...facts, ...ids].map(
      ([label, value, detail]) => `${label}${detail ? ` (${detail})` : ''}: ${value}`,
    ),
    sums.map(([label, value]) => `${label}: ${value}`),
    [lasting ?? link.text, link.url],
    lines.length === 0
      ? []
      : [linesTitle, ...lines.map(({ name, detail, amount }) => `${name} (${detail}): ${amount}`)],
    [why],
  ]
  const paragraphs = parts.filter((part) => part.length > 0)
  return `${paragraphs.map((part) => part.join('\n')).join('\n\n')}\n`
}
