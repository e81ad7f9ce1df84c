import { styleText } from 'node:util'
import type { Output, Variables } from './terminal.ts'

/** Styles text; `withStyle` takes it back where an output shows none. */
export function style(format: Parameters<typeof styleText>[0], text: string): string {
  return styleText(format, text, { validateStream: false })
}

const STYLES = /\p{Cc}\[\d+m/gu

/** The text as this output shows it. */
export function withStyle(text: string, output: Output, env: Variables): string {
  return showsStyle(output, env) ? text : text.replaceAll(STYLES, '')
}

/** Whether an output shows styles: a terminal that NO_COLOR and the like leave colors, or any with FORCE_COLOR. */
export function showsStyle(output: Output, env: Variables): boolean {
  const { FORCE_COLOR: forced } = env
  if (forced !== undefined) return !['0', 'false'].includes(forced)
  return output.isTTY === true && (output.hasColors?.(env) ?? true)
}
