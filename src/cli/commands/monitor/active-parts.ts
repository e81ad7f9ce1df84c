import { createHash } from 'node:crypto'

const SCRIPT_OR_STYLE = /<(script|style)\b([^>]*)>([^]*?)<\/\1\s*>/gi
const TAG = /<([a-z][\w-]*)\b([^>]*)>/gi
/** Elements that run, frame, lead or send something elsewhere, and those that tell the browser how to. */
const ACTIVE = /^(applet|base|embed|form|frame|iframe|link|meta|object|portal|script|style)$/i
const ACTIVE_ATTRIBUTE = /\s(on\w+|formaction|srcdoc|ping)\s*=|javascript:/i
const DATA = /\btype="application\/json"/

/** Everything in a document that does something, as it is written; of scripts and styles the hash of what is in them. */
export function activeParts(html: string): string[] {
  const inline: string[] = []
  const rest = html.replaceAll(
    SCRIPT_OR_STYLE,
    (_all, name: string, attributes: string, text: string) => {
      const hash = DATA.test(attributes) || text === '' ? '' : ` ${sha384(text)}`
      inline.push(`<${name}${attributes}>${hash}`)
      return ''
    },
  )
  const tags = Array.from(rest.matchAll(TAG))
    .filter(([tag, name = '']) => ACTIVE.test(name) || ACTIVE_ATTRIBUTE.test(tag))
    .map(([tag]) => tag)
  return [...inline, ...tags]
}

export function sha384(content: string | Uint8Array): string {
  return `sha384-${createHash('sha384').update(content).digest('base64')}`
}
